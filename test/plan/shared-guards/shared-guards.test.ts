import { expect, test } from "vitest";
import type { Compilation } from "../../../compiler/compile.ts";
import { compileFiles, documentsOf, problemsOf } from "../../fixtures/compile-files.ts";
import { filesOf, keepText, manyNames } from "./policy-texts.ts";

function compiled(files: Readonly<Record<string, string>>, installation: string | null = "acme"): Compilation {
  const compilation = compileFiles(files, ["policies"], installation === null ? {} : { installation });
  expect(problemsOf(compilation)).toEqual([]);
  return compilation;
}

const namesIn = ({ admissionPolicies }: Compilation): readonly string[] => admissionPolicies.map(({ name }) => name);
const sharedIn = (compilation: Compilation): readonly string[] => namesIn(compilation).filter((name) => name.startsWith("acme-"));

/** `keep-a, keep-b`, for each policy that holds guards of several. */
const sharers = ({ admissionPolicies }: Compilation): readonly string[] =>
  admissionPolicies
    .filter(({ policy }) => policy === "acme")
    .map(({ validations }) => [...new Set(validations.map(({ guardOf }) => guardOf))].join(", "));

const textOf = ({ files }: Compilation, name: string): string => files.find((file) => file.name === name)?.text ?? "";

test("100 policies as in the README are at most 150 ValidatingAdmissionPolicies, none with guards over more than 4 labels", () => {
  const hundred = compiled(filesOf(manyNames(100)));
  const policies = documentsOf(hundred).filter(({ kind }) => kind === "ValidatingAdmissionPolicy");
  expect(policies.length).toBe(137);
  expect(Math.max(...sharers(hundred).map((names) => names.split(", ").length))).toBe(4);
  const guarded = hundred.admissionPolicies.flatMap(({ policy, validations }) =>
    validations.filter(({ rule }) => rule === "namespaceGuard").map(({ guardOf = policy }) => guardOf),
  );
  expect(guarded.toSorted()).toEqual(manyNames(100));
});

test("those over annotations, which look at the same objects, are up to 16 together", () => {
  const many = (count: number): readonly number[] =>
    sharers(compiled(filesOf(manyNames(count), { mark: "annotations" }))).map((names) => names.split(", ").length);
  expect(many(16)).toEqual([16]);
  expect(many(17)).toEqual([8, 9]);
});

test("each validation says whose it is, above it and in what it denies with", () => {
  const text = textOf(compiled(filesOf(["keep-a", "keep-b"])), "acme-guards.yaml");
  expect(text.match(/# Rule .*/g)).toEqual([
    "# Rule namespaceGuard of keep-a, policies/keep-a.ts:3",
    "# Rule namespaceGuard of keep-b, policies/keep-b.ts:3",
  ]);
  expect(text).toContain("'namespaceGuard of keep-a: Namespace ' + ");
  expect(text).toContain('message: "namespaceGuard of keep-b: the request is denied by this rule"');
  expect(text).toContain("# Source: policies\n");
});

test("the file of a policy holds its rules as before, and kustomization.yaml names the file of the guards", () => {
  const [apart, together] = [null, "acme"].map((name) => compiled(filesOf(["keep-a", "keep-b"]), name));
  const [own = ""] = textOf(apart as Compilation, "keep-a.yaml").split("\n---\n# Guards keep-a against");
  expect(textOf(together as Compilation, "keep-a.yaml")).toBe(`${own.trimEnd()}\n`);
  expect(textOf(together as Compilation, "kustomization.yaml")).toContain("  - acme-guards.yaml\n");
  expect(textOf(apart as Compilation, "kustomization.yaml")).not.toContain("guards.yaml");
});

test("the report names the policy that holds a guard now", () => {
  const together = compiled(filesOf(["keep-a", "keep-b"]));
  const [shared = ""] = sharedIn(together);
  const { policies } = JSON.parse(textOf(together, "report.json")) as {
    policies: { paths: { path: string; state: string; text: string }[] }[];
  };
  for (const { paths } of policies)
    for (const path of ["namespace", "namespace-finalize"])
      expect(paths.find((one) => one.path === path)).toMatchObject({ state: "closed", text: shared });
});

test("the guard of one policy alone stays with it, as do all without a name for the installation", () => {
  const alone = compiled(filesOf(["keep-a"]));
  expect(namesIn(alone)).toEqual(["keep-a", "keep-a-guard-namespaces-with-configmaps"]);
  expect(namesIn(compiled(filesOf(["keep-a", "keep-b"]), null))).toHaveLength(4);
  expect(textOf(alone, "acme-guards.yaml")).toBe("");
});

test("guards of other kinds, and of other ways of enforcing them, stay among themselves", () => {
  const together = compiled({
    ...filesOf(["maps-a", "maps-b"]),
    ...filesOf(["secrets-a", "secrets-b"], { resource: "secrets" }),
    ...filesOf(["warned-a", "warned-b"], { more: 'enforcement: "warn",' }),
    ...filesOf(["staged-a", "staged-b"], {
      more: 'enforcement: { label: "stage", values: { test: "audit" }, otherwise: "deny" },',
    }),
    ...filesOf(["annotated-a", "annotated-b"], { mark: "annotations" }),
  });
  expect(sharers(together).toSorted()).toEqual([
    "annotated-a, annotated-b",
    "maps-a, maps-b",
    "secrets-a, secrets-b",
    "staged-a, staged-b",
    // The label that decides.
    "staged-a, staged-b",
    "warned-a, warned-b",
  ]);
});

test("a definition that is missing is no matter of guards over another kind", () => {
  const custom = (name: string, kind: string): string =>
    keepText(name, {
      more: `guards: { namespaces: { kinds: [{ group: "example.com", version: "v1", resource: "${kind.toLowerCase()}s", kind: "${kind}" }] } },`,
    }).replace(
      '{ group: "", resource: "configmaps" }',
      `{ group: "example.com", version: "v1", resource: "${kind.toLowerCase()}s" }`,
    );
  const together = compiled({
    "policies/tubs-a.ts": custom("tubs-a", "Tub"),
    "policies/tubs-b.ts": custom("tubs-b", "Tub"),
    "policies/jars-a.ts": custom("jars-a", "Jar"),
    "policies/jars-b.ts": custom("jars-b", "Jar"),
  });
  const text = textOf(together, "acme-guards.yaml");
  const lookingUp = text.split("\n---\n").filter((one) => one.includes("paramKind:"));
  expect(
    lookingUp.map((one) => [/failurePolicy: (\w+)/.exec(one)?.[1], /kind: (Tub|Jar)/.exec(one)?.[1], one.match(/of \w+-\w,/g)]),
  ).toEqual([
    ["Ignore", "Jar", ["of jars-a,", "of jars-b,"]],
    ["Ignore", "Tub", ["of tubs-a,", "of tubs-b,"]],
  ]);
});

test("policies with one label share a binding, and a rollout has one for each of its stages", () => {
  const staged = 'enforcement: { label: "stage", values: { test: "audit" }, otherwise: "deny" },';
  const label = (name: string): string => keepText(name, { more: staged }).replaceAll(`example.com/${name}`, "example.com/keep");
  const together = compiled({ "policies/keep-a.ts": label("keep-a"), "policies/keep-b.ts": label("keep-b") });
  const lookingUp = together.admissionPolicies.filter(({ policy, name }) => policy === "acme" && name.includes("-with-"));
  expect(lookingUp.map(({ bindings }) => bindings.map(({ name, validationActions }) => [name, ...validationActions]))).toEqual([
    [
      [expect.stringMatching(/^acme-guard-namespaces-with-configmaps-\w{6}-\w{6}-where-audit$/), "Audit"],
      [expect.stringMatching(/^acme-guard-namespaces-with-configmaps-\w{6}-\w{6}$/), "Deny"],
    ],
  ]);
});

test("variables of two policies keep apart, and are named after them", () => {
  const iterating = (name: string): string =>
    keepText(name).replace(
      '!== "no"',
      '!== "no" && Object.entries(oldObject.metadata.annotations ?? {}).some(([key, value]) => key === "x" && value === "on")',
    );
  const text = textOf(
    compiled({ "policies/keep-a.ts": iterating("keep-a"), "policies/keep-b.ts": iterating("keep-b") }),
    "acme-guards.yaml",
  );
  expect(text.match(/- name: keep.*/g)).toEqual(["- name: keepAAnnotations", "- name: keepBAnnotations"]);
  expect(text).toContain("size(variables.keepBAnnotations) <= 2000");
});

test("a policy whose file would be that of the guards is reported", () => {
  const files = { "policies/acme-guards.ts": keepText("keep-a"), ...filesOf(["keep-b"]) };
  expect(problemsOf(compileFiles(files, ["policies"], { installation: "acme" }))).toEqual([
    expect.stringContaining("the guards that policies share"),
  ]);
});

import { describe, expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

/** What the compiler says of a rule over `spec`. */
function codesOf(rule: string): readonly string[] {
  const policy = `import { type KubernetesObject, deletionPolicy } from "holdfast";
interface Route { readonly host?: string; readonly paths?: readonly { readonly path?: string }[] }
interface Thing extends KubernetesObject { readonly spec: { readonly names?: readonly string[]; readonly others?: readonly string[]; readonly data?: Readonly<Record<string, string>>; readonly routes?: readonly Route[] } }
export default deletionPolicy<Thing>({
  name: "sizes",
  match: [{ group: "language.example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  rules: { rule: { denyWhen: ({ oldObject: { spec } }) => ${rule}, message: "no" } },
});
`;
  const { diagnostics, warnings } = compileFiles({ "policy.ts": policy });
  return [...diagnostics, ...warnings].map(({ code }) => code);
}

describe("entries of a list share its bytes", () => {
  test.each([
    ["values of a map, by its own keys", 'Object.keys(spec.data ?? {}).some((key) => spec.data![key]!.includes("x"))'],
    ["entries of a map", 'Object.entries(spec.data ?? {}).some(([key, value]) => key !== "" && value.includes("x"))'],
    [
      "the elements of lists in a list",
      'spec.routes?.some((one) => one.paths?.some(({ path }) => /^\\/api(\\/|$)/u.test(path ?? "")))',
    ],
    ["a field of the outer list, inside", "spec.routes?.some((one) => one.paths?.some(({ path }) => path === one.host))"],
  ])("%s", (_, rule) => {
    expect(codesOf(rule)).toEqual([]);
  });
});

describe("what is read again for each entry counts each time", () => {
  test.each([
    ["a value of a map, by names from a list", '(spec.names ?? []).some((name) => (spec.data?.[name] ?? "").includes("x"))'],
    [
      "two lists inside each other, put together",
      "(spec.names ?? []).some((a) => (spec.others ?? []).some((b) => /^(.*)x(.*)y(.*)$/u.test(a + b)))",
    ],
  ])("%s", (_, rule) => {
    expect(codesOf(rule)).toEqual(["too-expensive"]);
  });
});

test("a rule costs no more than the messages before it have room for, which ask it once more", () => {
  const policy = `import { type ConfigMap } from "holdfast/kinds";
import { deletionPolicy } from "holdfast";
export default deletionPolicy<ConfigMap>({
  name: "configmaps",
  match: [{ group: "", resource: "configmaps" }],
  overrides: { none: "the rules alone are asked" },
  rules: {
    immutable: { denyWhen: ({ oldObject }) => oldObject.immutable === true, message: "stays" },
    locked: {
      denyWhen: ({ oldObject }) =>
        Object.entries(oldObject.data ?? {}).some(([key, value]) => key.endsWith(".lock") && value.trim() !== ""),
      message: "is locked",
    },
  },
});
`;
  const { diagnostics, warnings } = compileFiles({ "policy.ts": policy });
  expect(diagnostics).toEqual([]);
  expect(warnings.map(({ code }) => code)).toEqual(["fewer-entries", "shorter-texts"]);
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AdmissionEvaluator } from "../../compiler/simulator/admission/index.ts";
import type { Compilation } from "../../compiler/compile.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { formatMinor } from "../../compiler/ir/kubernetes-version.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { CaseFiles, partsOf, sourceOf } from "../language/case-files.ts";
import { families } from "../language/families.ts";
import type { Family, LanguageCase } from "../language/language-case.ts";
import { partOfFamilies } from "../language/part-of-families.ts";
import { searchOf } from "../searches/search-of.ts";
import { inputOf } from "../language/requests.ts";
import { sayInTypeScript } from "../language/typescript.ts";

/** Only what looks into a Namespace is asked. */
const guards = `guards: {
    ...{ owners: { off: "not asked" }, definitions: { off: "not asked" } },
    namespaces: { kinds: [{ group: "language.example.com", version: "v1", resource: "things", kind: "Thing" }] },
  },`;

const { size } = searchOf("namespace-constructs");

const ofDeletes = Object.entries(partOfFamilies(families, size)).filter(
  ([, { operation = "delete", action }]) => operation === "delete" && action === undefined,
);

/** What a construct says of an object, its Namespace is asked, too: whatever a rule about deletes can hold. */
describe.each(ofDeletes)("the guard of Namespaces, with %s", (prefix, family) => {
  let compiled: ReadonlyMap<LanguageCase, Compiled>;
  beforeAll(async () => {
    compiled = await compileGuarded(prefix, family);
  });
  // All families together are more than a worker's memory holds.
  afterAll(() => {
    compiled = new Map();
  });

  test.each(family.cases.map((one) => [one.title, one] as const))("%s", (_, one) => {
    const { state, evaluator, denied } = compiled.get(one) as Compiled;
    // A guard may cost more than the API server allows, and the report says so.
    if (state.text.startsWith("its rules look at too much")) return;
    expect(state).toEqual({ name: "namespaces", state: "on", text: "Thing" });
    for (const input of denied) expect(denialsOf(evaluator, input)).toEqual(["namespaceGuard"]);
  });
});

const inherited = [
  `namespaceObject?.metadata.labels?.["keep"]?.toLowerCase() === "true"`,
  `namespaceObject?.metadata.labels?.["keep"]?.slice(0, 2) === "tr"`,
  `Object.entries(namespaceObject?.metadata.labels ?? {}).some(([key, value]) => key === "keep" && value === "true")`,
  `Object.keys(namespaceObject?.metadata.annotations ?? {}).some((key) => (namespaceObject?.metadata.finalizers ?? []).some((one) => one === key))`,
];

test.each(inherited)("the guard of what objects inherit from their Namespace, with %s", (condition) => {
  const files = new CaseFiles();
  try {
    const rule = `({ namespaceObject }) => ${condition}`;
    files.write("inherited.ts", sourceOf({}, { rule }, "inherited"));
    const { policies } = files.compileNext(["inherited.ts"]);
    expect(policies[0]?.guards.find(({ name }) => name === "release")).toMatchObject({
      state: "on",
      text: expect.stringContaining("of the Namespace: ") as string,
    });
  } finally {
    files.remove();
  }
});

interface Compiled {
  readonly state: Compilation["policies"][number]["guards"][number];
  readonly evaluator: AdmissionEvaluator;
  /** Deletes that the rule denies. */
  readonly denied: readonly Input[];
}

async function compileGuarded(prefix: string, family: Family): Promise<ReadonlyMap<LanguageCase, Compiled>> {
  const files = new CaseFiles();
  try {
    const named = family.cases.map((one, at) => ({ one, name: `${prefix}-${at}` }));
    for (const { one, name } of named) {
      files.write(`${name}.ts`, sourceOf(family, one, name).replace("\n  rules: {", `\n  ${guards}\n  rules: {`));
      for (const [module, text] of Object.entries(one.modules ?? {})) files.write(module, text);
    }
    const compilation = files.compileNext(
      named.map(({ name }) => `${name}.ts`),
      family.kube,
    );
    expect(compilation.diagnostics).toEqual([]);
    const all = named.map(async ({ one, name }) => {
      const { yaml, ir } = partsOf(compilation, name);
      const policy = await files.importPolicy(`${name}.ts`);
      const states = compilation.policies.find((found) => found.name === name)?.guards ?? [];
      // What the Namespace holds is looked up in the version of the match.
      const shown = Object.entries(family.requests).filter(([, { version }]) => version !== "v2");
      const requests = shown.map(([title, request]) => inputOf(request, title));
      return [
        one,
        {
          state: states.find((state) => state.name === "namespaces") as Compiled["state"],
          evaluator: new AdmissionEvaluator(documentsOf(yaml), { kube: formatMinor(family.kube ?? 30) }),
          denied: requests.filter((input) => sayInTypeScript({ name, yaml, ir, policy }, input) !== undefined),
        },
      ] as const;
    });
    return new Map(await Promise.all(all));
  } finally {
    files.remove();
  }
}

function denialsOf(evaluator: AdmissionEvaluator, input: Input): readonly string[] {
  const { findings } = evaluator.evaluate(deleteOfNamespace(input));
  return [...new Set(findings.map(({ message }) => message.slice(0, message.indexOf(":"))))];
}

/** A delete of the Namespace, while it holds the object of this delete. */
function deleteOfNamespace({ request, namespaceObject }: Input): Input {
  const resource = { group: "", version: "v1", resource: "namespaces" };
  const kind = { group: "", version: "v1", kind: "Namespace" };
  return {
    request: {
      ...request,
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      name: "language",
      namespace: "language",
      oldObject: { apiVersion: "v1", kind: "Namespace", ...(namespaceObject as object) },
    },
    contents: [request.oldObject],
    authorizer: () => ({ allowed: true }),
  };
}

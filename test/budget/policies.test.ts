import { expect, test } from "vitest";
import type { Compilation } from "../../compiler/compile.ts";
import { compileFiles, documentsOf, problemsOf } from "../fixtures/compile-files.ts";
import { filesOf, manyNames } from "../plan/shared-guards/policy-texts.ts";

interface Sizes {
  /** ValidatingAdmissionPolicies. */
  readonly policies: number;
  /** Variables and validations. */
  readonly expressions: number;
  /** Of YAML. */
  readonly bytes: number;
  /** Units of the dearest one, for the largest object that may be stored. */
  readonly cost: number;
}

function sizesOf(compilation: Compilation): Sizes {
  expect(problemsOf(compilation)).toEqual([]);
  const { admissionPolicies, files } = compilation;
  const yaml = files.filter(({ name }) => name.endsWith(".yaml") && name !== "kustomization.yaml");
  const expressions = admissionPolicies.flatMap(({ variables, validations }) => [...variables, ...validations]);
  return {
    policies: documentsOf(compilation).filter(({ kind }) => kind === "ValidatingAdmissionPolicy").length,
    expressions: expressions.length,
    bytes: yaml.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
    cost: Math.max(...admissionPolicies.map(({ cost }) => cost)),
  };
}

const installation = { installation: "acme" };

/** `npm run bench` measures what they cost in time. Whoever raises a number says in the commit what users get for it. */
const budgets: readonly (readonly [title: string, compilation: () => Compilation, most: Sizes])[] = [
  [
    "one policy as in the README",
    () => compileFiles(filesOf(["keep-labelled"]), ["policies"]),
    { policies: 2, expressions: 12, bytes: 8_400, cost: 460_000 },
  ],
  [
    "100 of them",
    () => compileFiles(filesOf(manyNames(100)), ["policies"], installation),
    { policies: 137, expressions: 1_200, bytes: 770_000, cost: 640_000 },
  ],
  [
    "100 over annotations",
    () => compileFiles(filesOf(manyNames(100), { mark: "annotations" }), ["policies"], installation),
    { policies: 108, expressions: 1_200, bytes: 690_000, cost: 2_600_000 },
  ],
];

test.each(budgets)("%s", (_, compilation, most) => {
  const sizes = sizesOf(compilation());
  const above = Object.entries(sizes).filter(([name, size]) => size > most[name as keyof Sizes]);
  expect(above).toEqual([]);
});

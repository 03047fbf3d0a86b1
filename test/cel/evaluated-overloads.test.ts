import { expect, test } from "vitest";
import { validationNames } from "../../compiler/simulator/admission/admission-names.ts";
import { check } from "../../compiler/cel/check/check.ts";
import { type Declarations, typesOf } from "../../compiler/cel/check/declarations.ts";
import { allFunctions, functionsOf, typesNamed } from "../../compiler/cel/functions/index.ts";
import { parse } from "../../compiler/cel/syntax/parse.ts";
import { newestMinor } from "../../compiler/ir/kubernetes-version.ts";
import { functionPolicies } from "../oracle/comparison/policies/functions.ts";
import { requestPolicies } from "../oracle/comparison/policies/requests.ts";
import { conformanceTests } from "./conformance-suite.ts";
import { engineRows } from "./engine-rows.ts";
import { functionRows } from "./function-rows.ts";

/** What is put to the API server's evaluator, or to an API server, and compared with what the engine says. */
const compared: readonly string[] = [
  ...Object.values(functionRows).flat(),
  ...engineRows.map(({ cel }) => cel),
  ...conformanceTests.map(({ expr }) => expr),
  ...expressionsIn([...functionPolicies, ...requestPolicies]),
];

test("whatever the engine implements, a policy is compiled to or an evaluation is compared with cel-go's", () => {
  const called = new Set(compared.flatMap(overloadsCalled));
  const untried = allFunctions
    .filter(({ emitted }) => emitted === undefined)
    .flatMap(({ name, overloads }) => overloads.filter(({ id }) => !called.has(id)).map(({ id }) => `${name}: ${id}`));
  expect(untried).toEqual([]);
});

/** Each by itself: a call over what is dyn may be of any overload, and counts for none. */
function overloadsCalled(text: string): readonly string[] {
  const decision = "kubernetes.authorization.Decision";
  const names: Declarations = { ...validationNames({ decision }), x: "dyn" };
  try {
    const { root } = check(parse(text, newestMinor), {
      variables: typesOf(names),
      types: typesNamed(newestMinor),
      functions: functionsOf(newestMinor),
    });
    return callsIn(root);
  } catch {
    // Of what another name or message is read; what it calls, other rows do too.
    return [];
  }
}

function callsIn(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  const { kind, overloads } = node as { readonly kind?: string; readonly overloads?: readonly { readonly id: string }[] };
  const own = kind === "call" && overloads?.length === 1 ? [overloads[0]?.id ?? ""] : [];
  const parts = Object.entries(node).flatMap(([key, part]) => (["function", "overloads", "type"].includes(key) ? [] : [part]));
  return [...own, ...parts.flatMap(callsIn)];
}

function expressionsIn(node: unknown): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, part]) =>
    key === "expression" && typeof part === "string" ? [part] : expressionsIn(part),
  );
}

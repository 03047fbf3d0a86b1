import type { AdmissionPolicyIr } from "../ir/admission-policy.ts";
import type { Expression } from "../ir/expression.ts";
import { some } from "../ir/expressions/visit.ts";
import { buildValidation, buildVariable } from "./admission-policy.ts";
import { renderObject } from "./yaml.ts";

/**
 * What one rule became, as it stands under `spec` in the YAML: its validations and the variables that they use.
 *
 *     variables:
 *       - name: own
 *         expression: |-
 *           ...
 *     validations:
 *       - expression: |-
 *           !variables.own
 */
export function renderRule(ir: AdmissionPolicyIr, rule: string): string {
  const own = ir.validations.filter((validation) => validation.rule === rule);
  const needed = neededVariables(
    ir,
    own.flatMap(({ expression, message }) => [expression, message]),
  );
  const variables = ir.variables.filter(({ name }) => needed.has(name)).map(buildVariable);
  const object = { ...(variables.length > 0 && { variables }), validations: own.map(buildValidation) };
  const within = own.flatMap(({ note }, at) => (note === undefined ? [] : [{ path: ["validations", at], lines: [note] }]));
  return renderObject({ object, above: [], within });
}

/** A variable may use only earlier ones, so one iteration backwards finds them all. */
function neededVariables(ir: AdmissionPolicyIr, expressions: readonly Expression[]): ReadonlySet<string> {
  const needed = new Set<string>();
  const roots = [...expressions];
  for (const { name, expression } of ir.variables.toReversed()) {
    if (!roots.some((root) => some(root, (node) => node.kind === "variable" && node.name === name))) continue;
    needed.add(name);
    roots.push(expression);
  }
  return needed;
}

import type { AdmissionPolicyIr, NamedExpression } from "../ir/admission-policy.ts";
import type { Expression } from "../ir/expression.ts";
import { children } from "../ir/visit.ts";

/** The variables that expressions read, and those that these read. */
export function neededBy(
  expressions: readonly Expression[],
  { variables }: Pick<AdmissionPolicyIr, "variables">,
): readonly NamedExpression[] {
  const needed = new Set<NamedExpression>();
  const search = (node: Expression): void => {
    children(node).forEach(search);
    const found = node.kind === "variable" ? variables.find(({ name }) => name === node.name) : undefined;
    if (found === undefined || needed.has(found)) return;
    needed.add(found);
    search(found.expression);
  };
  expressions.forEach(search);
  return [...needed];
}

import type { Expression } from "../../ir/expression.ts";
import { not } from "../../ir/expression.ts";
import { negate } from "../../ir/expressions/negate.ts";

/** Beyond these nobody can say any more what a condition comes down to. */
const maxDisjuncts = 64;

/**
 * The condition as alternatives, each of which is a list of queries that must all be answered yes:
 * `a && (b || !c)` is `[[a, b], [a, !c]]`. Undefined where there are too many.
 */
export function disjuncts(node: Expression): readonly (readonly Expression[])[] | undefined {
  switch (node.kind) {
    case "local":
      return disjuncts(node.definition);
    case "sequence":
      return disjuncts(node.then);
    case "not": {
      const turned = negate(node.operand);
      return turned.kind === "not" ? [[node]] : disjuncts(turned);
    }
    case "conditional":
      return either(both([node.condition, node.whenTrue]), both([not(node.condition, node.span), node.whenFalse]));
    case "binary":
      if (node.operator === "||") return either(disjuncts(node.left), disjuncts(node.right));
      return node.operator === "&&" ? both([node.left, node.right]) : [[node]];
    default:
      return [[node]];
  }
}

type Disjuncts = readonly (readonly Expression[])[];

function either(left: Disjuncts | undefined, right: Disjuncts | undefined): Disjuncts | undefined {
  return left === undefined || right === undefined ? undefined : limited([...left, ...right]);
}

function both([left, right]: readonly [Expression, Expression]): Disjuncts | undefined {
  const [first, second] = [disjuncts(left), disjuncts(right)];
  if (first === undefined || second === undefined) return undefined;
  return limited(first.flatMap((one) => second.map((other) => [...one, ...other])));
}

function limited(found: Disjuncts): Disjuncts | undefined {
  return found.length > maxDisjuncts ? undefined : found;
}

import { and, or } from "./boolean.ts";
import { type Comprehension, type Expression, literal } from "../expression.ts";
import { negate } from "./negate.ts";
import { some } from "./visit.ts";

/** Whether a node is something that cannot be said where the condition will stand: a cluster query, for example. */
export type IsUnknown = (node: Expression) => boolean;

/**
 * bool: holds only where `condition` does, whatever the unknown parts turn out to be. Of `A || cluster.exists(x)` it is
 * `A`, of `A && cluster.exists(x)` it is `false`.
 */
export function certainly(condition: Expression, isUnknown: IsUnknown): Expression {
  return bound(condition, { isUnknown, otherwise: false });
}

/**
 * bool: holds wherever `condition` may: of `A && cluster.exists(x)` it is `A`, of `A || cluster.exists(x)` it is
 * `true`.
 */
export function possibly(condition: Expression, isUnknown: IsUnknown): Expression {
  return bound(condition, { isUnknown, otherwise: true });
}

interface Side {
  readonly isUnknown: IsUnknown;
  /** What stands for a part that cannot be said. */
  readonly otherwise: boolean;
}

/**
 * `&&`, `||`, `exists` and `all` grow with each of their parts, so that a bound of each part is a bound of the whole;
 * `!` turns it round.
 */
function bound(node: Expression, side: Side): Expression {
  if (!some(node, side.isUnknown)) return node;
  const { otherwise } = side;
  switch (node.kind) {
    case "not":
      return negate(bound(node.operand, { ...side, otherwise: !otherwise }));
    case "binary":
      if (node.operator === "&&") return and(bound(node.left, side), bound(node.right, side), node.span);
      if (node.operator === "||") return or(bound(node.left, side), bound(node.right, side), node.span);
      break;
    case "conditional": {
      const [when, unless] = [bound(node.condition, side), bound(negate(node.condition), side)];
      const branches = [and(when, bound(node.whenTrue, side)), and(unless, bound(node.whenFalse, side))] as const;
      return or(...branches, node.span);
    }
    case "local":
      return bound(node.definition, side);
    case "sequence":
      return bound(node.then, side);
    case "comprehension":
      if (canBeBounded(node, side)) return iterated(node, bound(node.body, side));
      break;
    default:
  }
  return literal(otherwise, node.span);
}

/** What holds for no entry, whatever there is, holds for none; what holds for each, for all. */
function iterated(node: Comprehension, body: Expression): Expression {
  const empty = node.method === "all";
  return body.kind === "literal" && body.value === empty ? literal(empty, node.span) : { ...node, body };
}

function canBeBounded({ method, range }: Comprehension, { isUnknown }: Side): boolean {
  return (method === "exists" || method === "all") && !some(range, isUnknown);
}

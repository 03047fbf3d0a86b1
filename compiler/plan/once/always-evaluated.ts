import { type Comprehension, type Expression, type Local } from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { onceHere } from "../../ir/once.ts";
import { children } from "../../ir/expressions/visit.ts";

/** Whether something is evaluated wherever a node is true, and wherever it is false. */
interface Evaluated {
  readonly whenTrue: boolean;
  readonly whenFalse: boolean;
}

const always: Evaluated = { whenTrue: true, whenFalse: true };
const perhaps: Evaluated = { whenTrue: false, whenFalse: false };

/**
 * Whether evaluating a node evaluates the local whatever comes of it: of `a && b` perhaps `a` alone is evaluated, but
 * of `a && x || x` always `x`.
 */
export function isAlwaysEvaluated(one: Local): (node: Expression) => boolean {
  const wanted = identity(one);
  const evaluated: (node: Expression) => Evaluated = onceHere((node) => {
    if (identity(node) === wanted) return always;
    switch (node.kind) {
      case "local":
        return evaluated(node.definition);
      case "not": {
        const { whenTrue, whenFalse } = evaluated(node.operand);
        return { whenTrue: whenFalse, whenFalse: whenTrue };
      }
      case "binary":
        if (node.operator === "&&") return both(evaluated(node.left), evaluated(node.right));
        if (node.operator === "||") return turned(both(turned(evaluated(node.left)), turned(evaluated(node.right))));
        break;
      case "conditional": {
        const condition = evaluated(node.condition);
        const [chosen, other] = [evaluated(node.whenTrue), evaluated(node.whenFalse)];
        const either = (as: keyof Evaluated): boolean => (condition.whenTrue || chosen[as]) && (condition.whenFalse || other[as]);
        return { whenTrue: either("whenTrue"), whenFalse: either("whenFalse") };
      }
      case "comprehension":
        return isOfOne(node) ? anyOf([node.range, node.body]) : anyOf([node.range]);
      case "call":
        // What stands in where an optional has no value is evaluated there alone.
        if (node.receiver !== undefined && ["or", "orValue"].includes(node.function)) return anyOf([node.receiver]);
        break;
      case "sequence":
        return evaluated(node.then);
      default:
    }
    return anyOf(children(node));
  });
  const anyOf = (parts: readonly Expression[]): Evaluated => {
    const isAny = parts.some((part) => isEither(evaluated(part)));
    return isAny ? always : perhaps;
  };
  return (node) => isEither(evaluated(node));
}

const isEither = ({ whenTrue, whenFalse }: Evaluated): boolean => whenTrue && whenFalse;

/** Of `left && right`: where it is false, either `left` was, or `left` was true and `right` false. */
function both(left: Evaluated, right: Evaluated): Evaluated {
  return {
    whenTrue: left.whenTrue || right.whenTrue,
    whenFalse: left.whenFalse && (left.whenTrue || right.whenFalse),
  };
}

const turned = ({ whenTrue, whenFalse }: Evaluated): Evaluated => ({ whenTrue: whenFalse, whenFalse: whenTrue });

/** `[x].map(...)`: there is one element, whatever is stored. */
export function isOfOne({ range }: Comprehension): boolean {
  if (range.kind === "list") return range.elements.length === 1;
  return range.kind === "comprehension" && range.method === "map" && isOfOne(range);
}

import type { Call, Expression } from "../ir/expression.ts";

const booleanFunctions: ReadonlySet<string> = new Set(["hasValue", "startsWith", "endsWith", "contains", "matches"]);
const booleanOperators: ReadonlySet<string> = new Set(["&&", "||", "==", "!=", "<", "<=", ">", ">=", "in"]);

/** Whether CEL's type checker knows that `node` is a bool, and not only dyn. */
export function isBooleanInCel(node: Expression): boolean {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "boolean";
    case "select":
      return node.field === "dryRun" && node.operand.kind === "identifier" && node.operand.name === "request";
    case "not":
      return true;
    case "binary":
      return booleanOperators.has(node.operator);
    case "call":
      return booleanFunctions.has(node.function);
    case "comprehension":
      return node.method === "exists" || node.method === "all";
    case "conditional":
      return isBooleanInCel(node.whenTrue) && isBooleanInCel(node.whenFalse);
    case "local":
      return isBooleanInCel(node.definition);
    case "sequence":
      return isBooleanInCel(node.then);
    default:
      return false;
  }
}

/**
 * Whether CEL's type checker knows nothing of `node`: what was read from an object may have any type. Of two branches it
 * takes the type that says more.
 */
export function isDyn(node: Expression): boolean {
  switch (node.kind) {
    case "identifier":
      return node.name !== "request" && node.name !== "namespaceObject";
    case "select":
    case "index":
      return isDyn(node.operand);
    case "call":
      return node.function === "dyn" || isDynAlternative(node);
    case "conditional":
      return isDyn(node.whenTrue) && isDyn(node.whenFalse);
    case "local":
      return isDyn(node.definition);
    case "sequence":
      return isDyn(node.then);
    default:
      return false;
  }
}

function isDynAlternative({ function: name, receiver, arguments: [other] }: Call): boolean {
  if (receiver === undefined || other === undefined || !isDyn(receiver)) return false;
  return name === "orValue" || (name === "or" && isDyn(other));
}

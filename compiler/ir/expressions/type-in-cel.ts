import { resultType } from "../../cel/emitted.ts";
import type { Expression } from "../expression.ts";
import { once } from "../once.ts";
import { optionalType } from "../../cel/values/cel-type.ts";

const booleanOperators: ReadonlySet<string> = new Set(["&&", "||", "==", "!=", "<", "<=", ">", ">=", "in"]);

/** Whether CEL's type checker knows that `node` is a bool, and not only dyn. */
export const isBooleanInCel: (node: Expression) => boolean = once((node) => {
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
      return resultType(node)?.kind === "bool";
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
});

/** Whether the value of `node` is a CEL optional. A variable's value is not known here. */
export function isOptional(node: Expression): boolean {
  switch (node.kind) {
    case "select":
    case "index":
      return node.optional || isOptional(node.operand);
    case "call":
      return resultType(node)?.typeName === optionalType.typeName;
    case "conditional":
      return isOptional(node.whenTrue);
    case "local":
      return isOptional(node.definition);
    case "sequence":
      return isOptional(node.then);
    default:
      return false;
  }
}

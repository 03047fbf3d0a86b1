import { resultType } from "../../cel/emitted.ts";
import { optionalType } from "../../cel/values/cel-type.ts";
import type { Expression } from "../expression.ts";

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

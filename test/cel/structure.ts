import type { Expression } from "../../compiler/ir/expression.ts";
import { isSelectable } from "../../compiler/cel/quote.ts";
import type { Syntax } from "../evaluators/cel/syntax.ts";

/** Nested lists: the meaning of an expression, whoever holds it. How `a && b && c` is grouped does not count. */
export type Structure = string | number | boolean | bigint | null | readonly Structure[];

export function shapeOfExpression(node: Expression): Structure {
  switch (node.kind) {
    case "literal":
      return literalShape(node.value);
    case "identifier":
      return ["identifier", node.name];
    case "variable":
      return ["select", false, ["identifier", "variables"], node.name];
    case "select": {
      const operand = shapeOfExpression(node.operand);
      return isSelectable(node.field)
        ? ["select", node.optional, operand, node.field]
        : ["index", node.optional, operand, ["literal", node.field]];
    }
    case "index":
      return ["index", node.optional, shapeOfExpression(node.operand), shapeOfExpression(node.index)];
    case "call":
      return [
        "call",
        node.function,
        node.receiver === undefined ? null : shapeOfExpression(node.receiver),
        node.arguments.map(shapeOfExpression),
      ];
    case "not":
      return ["not", shapeOfExpression(node.operand)];
    case "binary":
      return operation(node.operator, shapeOfExpression(node.left), shapeOfExpression(node.right));
    case "conditional":
      return ["conditional", ...[node.condition, node.whenTrue, node.whenFalse].map(shapeOfExpression)];
    case "list":
      return ["list", ...node.elements.map(shapeOfExpression)];
    case "map":
      return ["map", ...node.entries.map((entry) => entry.map(shapeOfExpression))];
    case "comprehension":
      return ["walk", node.method, node.variable, shapeOfExpression(node.range), shapeOfExpression(node.body)];
    default:
      throw new Error(`${node.kind} is never printed`);
  }
}

export function shapeOfSyntax(node: Syntax): Structure {
  switch (node.kind) {
    case "literal":
      return ["literal", node.value];
    case "identifier":
      return ["identifier", node.name];
    case "select":
      return ["select", node.optional, shapeOfSyntax(node.operand), node.field];
    case "index":
      return ["index", node.optional, shapeOfSyntax(node.operand), shapeOfSyntax(node.key)];
    case "call":
      return [
        "call",
        node.name,
        node.receiver === undefined ? null : shapeOfSyntax(node.receiver),
        node.arguments.map(shapeOfSyntax),
      ];
    case "not":
      return ["not", shapeOfSyntax(node.operand)];
    case "logical":
    case "binary":
      return operation(node.operator, shapeOfSyntax(node.left), shapeOfSyntax(node.right));
    case "conditional":
      return ["conditional", ...[node.condition, node.whenTrue, node.whenFalse].map(shapeOfSyntax)];
    case "list":
      return ["list", ...node.elements.map(shapeOfSyntax)];
    case "map":
      return ["map", ...node.entries.map((entry) => entry.map(shapeOfSyntax))];
    case "comprehension":
      return ["walk", node.method, node.variable, shapeOfSyntax(node.range), shapeOfSyntax(node.body)];
    default:
      throw new Error(`${node.kind} is never printed`);
  }
}

/** An int is a bigint to the evaluator, anything else a double. */
function literalShape(value: string | number | boolean | null): Structure {
  return ["literal", typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value];
}

function operation(operator: string, left: Structure, right: Structure): Structure {
  if (!["&&", "||", "+"].includes(operator)) return [operator, left, right];
  return [operator, ...partsOf(operator, left), ...partsOf(operator, right)];
}

function partsOf(operator: string, part: Structure): readonly Structure[] {
  return Array.isArray(part) && part[0] === operator ? (part.slice(1) as readonly Structure[]) : [part];
}

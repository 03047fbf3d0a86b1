import type { Expression } from "../../compiler/ir/expression.ts";
import { isSelectable } from "../../compiler/print/quote.ts";
import type { CelExpression as Read } from "../../compiler/cel/syntax/expression.ts";

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
      // cel-go reads `!!x` as `x`.
      return node.operand.kind === "not" ? shapeOfExpression(node.operand.operand) : ["not", shapeOfExpression(node.operand)];
    case "binary":
      return operation(node.operator, shapeOfExpression(node.left), shapeOfExpression(node.right));
    case "conditional":
      return ["conditional", ...[node.condition, node.whenTrue, node.whenFalse].map(shapeOfExpression)];
    case "list":
      return ["list", ...node.elements.map(shapeOfExpression)];
    case "map":
      return ["map", ...node.entries.map((entry) => entry.map(shapeOfExpression))];
    case "comprehension":
      return ["iteration", node.method, node.variable, shapeOfExpression(node.range), shapeOfExpression(node.body)];
    default:
      throw new Error(`${node.kind} is never printed`);
  }
}

/** Operators of the engine are calls; `exists` and alike are comprehensions by the time it has read them. */
export function shapeOfRead(node: Read): Structure {
  switch (node.kind) {
    case "literal":
      return ["literal", node.value as Structure];
    case "identifier":
      return ["identifier", node.name];
    case "select":
      return ["select", false, shapeOfRead(node.operand), node.field];
    case "call":
      return shapeOfCall(node);
    case "list":
      return ["list", ...node.elements.map(({ value }) => shapeOfRead(value))];
    case "map":
      return ["map", ...node.entries.map(({ key, value }) => [shapeOfRead(key), shapeOfRead(value)])];
    case "comprehension":
      return shapeOfComprehension(node);
  }
}

function shapeOfCall(node: Extract<Read, { kind: "call" }>): Structure {
  const args = node.arguments.map(shapeOfRead);
  const [first = null, second = null] = args;
  if (node.name === "_[_]" || node.name === "_[?_]") return ["index", node.name === "_[?_]", first, second];
  if (node.name === "_?._")
    return ["select", true, first, second === null ? null : ((second as readonly Structure[])[1] ?? null)];
  if (node.name === "!_") return ["not", first];
  if (node.name === "_?_:_") return ["conditional", ...args];
  const operator = node.name === "@in" ? "in" : /^_([^_]+)_$/.exec(node.name)?.[1];
  if (operator !== undefined) return args.reduce((left, right) => operation(operator, left, right));
  return ["call", node.name, node.target === undefined ? null : shapeOfRead(node.target), args];
}

/** The method can be told from the step (compiler/cel/syntax/macros/fold.ts). */
function shapeOfComprehension({ range, variable, initial, step }: Extract<Read, { kind: "comprehension" }>): Structure {
  const parts = step.kind === "call" ? step.arguments : [];
  const iterate = (method: string, body: Read | undefined): Structure => [
    "iteration",
    method,
    variable,
    shapeOfRead(range),
    body === undefined ? null : shapeOfRead(body),
  ];
  if (initial.kind === "literal") return iterate(initial.value === true ? "all" : "exists", parts[1]);
  if (step.kind === "call" && step.name === "_?_:_") return iterate("filter", parts[0]);
  const added = parts[1];
  return iterate("map", added?.kind === "list" ? added.elements[0]?.value : undefined);
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

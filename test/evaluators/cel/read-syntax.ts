import { NotEvaluatedHere } from "./failures.ts";
import { readLiteral, readNegative } from "./literal.ts";
import { Parentheses } from "./parentheses.ts";
import { type ParsedNode, type Relation, type RelationNode, isRelation } from "./parsed-node.ts";
import { readCall, readMethod } from "./read-call.ts";
import type { Syntax } from "./syntax.ts";

/** What cel-js parsed, with the grouping that cel-go gives it; refuses what cel-go reads in another way or not at all. */
export function readSyntax(text: string, root: ParsedNode): Syntax {
  const parentheses = new Parentheses(text);
  const read = (node: ParsedNode): Syntax => {
    switch (node.op) {
      case "value":
        return readLiteral(node.args, text.slice(node.start, node.end));
      case "id":
        return { kind: "identifier", name: node.args };
      case ".":
      case ".?":
        return { kind: "select", operand: read(node.args[0]), field: node.args[1], optional: node.op === ".?" };
      case "[]":
      case "[?]":
        return { kind: "index", operand: read(node.args[0]), key: read(node.args[1]), optional: node.op === "[?]" };
      case "call":
        return readCall(node.args, read);
      case "rcall":
        return readMethod(node.args, read);
      case "list":
        return { kind: "list", elements: node.args.map(read) };
      case "map":
        return { kind: "map", entries: node.args.map(([key, value]) => [read(key), read(value)]) };
      case "?:":
        return readConditional(node.args);
      case "||":
      case "&&":
        return { kind: "logical", operator: node.op, left: read(node.args[0]), right: read(node.args[1]) };
      case "!_":
        return { kind: "not", operand: read(node.args) };
      case "-_":
        return readNegative(read(node.args));
      case "+":
        return { kind: "binary", operator: "+", left: read(node.args[0]), right: read(node.args[1]) };
      case "-":
      case "*":
      case "/":
      case "%":
        throw new NotEvaluatedHere("arithmetic");
      default:
        return readRelation(node);
    }
  };

  /** cel-js also takes `a ? b ? c : d : e`, which cel-go does not parse. */
  const readConditional = ([condition, whenTrue, whenFalse]: readonly [ParsedNode, ParsedNode, ParsedNode]): Syntax => {
    if (whenTrue.op === "?:" && !parentheses.enclose(whenTrue, condition.end)) {
      throw new NotEvaluatedHere("the API server does not parse `? :` within `? :` without parentheses");
    }
    return { kind: "conditional", condition: read(condition), whenTrue: read(whenTrue), whenFalse: read(whenFalse) };
  };

  /** cel-go ranks all relations alike, so `a == b in c` is `(a == b) in c`; cel-js reads `a == (b in c)`. */
  const readRelation = (node: RelationNode): Syntax => {
    const [left, right] = node.args;
    const join = (first: Syntax, [operator, second]: readonly [Relation, ParsedNode]): Syntax => ({
      kind: "binary",
      operator,
      left: first,
      right: read(second),
    });
    return operandsOf(node.op, right, left.end).reduce(join, read(left));
  };

  const operandsOf = (operator: Relation, node: ParsedNode, from: number): readonly (readonly [Relation, ParsedNode])[] => {
    if (!isRelation(node) || parentheses.enclose(node, from)) return [[operator, node]];
    const [left, right] = node.args;
    return [...operandsOf(operator, left, from), [node.op, right]];
  };

  return read(root);
}

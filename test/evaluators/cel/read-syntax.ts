import { NotEvaluatedHere } from "./failures.ts";
import { readLiteral, readNegative } from "./literal.ts";
import { Parentheses } from "./parentheses.ts";
import { type OperatorNode, type ParsedNode, type Relation, type RelationNode, isRelation } from "./parsed-node.ts";
import { readCall, readMethod } from "./read-call.ts";
import type { Syntax } from "./syntax.ts";

/** What cel-js parsed, with the grouping that cel-go gives it; refuses what cel-go reads in another way or not at all. */
export function readSyntax(text: string, root: ParsedNode): Syntax {
  return new Reader(text).read(root);
}

class Reader {
  readonly #text: string;
  readonly #parentheses: Parentheses;

  constructor(text: string) {
    this.#text = text;
    this.#parentheses = new Parentheses(text);
  }

  read = (node: ParsedNode): Syntax => {
    switch (node.op) {
      case "value":
        return readLiteral(node.args, this.#text.slice(node.start, node.end));
      case "id":
        return { kind: "identifier", name: node.args };
      case ".":
      case ".?":
        return { kind: "select", operand: this.read(node.args[0]), field: node.args[1], optional: node.op === ".?" };
      case "[]":
      case "[?]":
        return { kind: "index", operand: this.read(node.args[0]), key: this.read(node.args[1]), optional: node.op === "[?]" };
      case "call":
        return readCall(node.args, this.read);
      case "rcall":
        return readMethod(node.args, this.read);
      case "list":
        return { kind: "list", elements: node.args.map(this.read) };
      case "map":
        return { kind: "map", entries: node.args.map(([key, value]) => [this.read(key), this.read(value)]) };
      default:
        return this.#readOperator(node);
    }
  };

  #readOperator(node: OperatorNode): Syntax {
    switch (node.op) {
      case "?:":
        return this.#readConditional(node.args);
      case "||":
      case "&&":
        return { kind: "logical", operator: node.op, left: this.read(node.args[0]), right: this.read(node.args[1]) };
      case "!_":
        return { kind: "not", operand: this.read(node.args) };
      case "-_":
        return readNegative(this.read(node.args));
      case "+":
        return { kind: "binary", operator: "+", left: this.read(node.args[0]), right: this.read(node.args[1]) };
      case "-":
      case "*":
      case "/":
      case "%":
        throw new NotEvaluatedHere("arithmetic");
      default:
        return this.#readRelation(node);
    }
  }

  /** cel-js also takes `a ? b ? c : d : e`, which cel-go does not parse. */
  #readConditional([condition, whenTrue, whenFalse]: readonly [ParsedNode, ParsedNode, ParsedNode]): Syntax {
    if (whenTrue.op === "?:" && !this.#parentheses.enclose(whenTrue, condition.end)) {
      throw new NotEvaluatedHere("the API server does not parse `? :` within `? :` without parentheses");
    }
    return {
      kind: "conditional",
      condition: this.read(condition),
      whenTrue: this.read(whenTrue),
      whenFalse: this.read(whenFalse),
    };
  }

  /** cel-go ranks all relations alike, so `a == b in c` is `(a == b) in c`; cel-js reads `a == (b in c)`. */
  #readRelation({ op, args: [left, right] }: RelationNode): Syntax {
    const others = this.#operandsOf(op, right, left.end);
    return others.reduce<Syntax>(
      (first, [operator, second]) => ({ kind: "binary", operator, left: first, right: this.read(second) }),
      this.read(left),
    );
  }

  #operandsOf(operator: Relation, node: ParsedNode, from: number): readonly (readonly [Relation, ParsedNode])[] {
    if (!isRelation(node) || this.#parentheses.enclose(node, from)) return [[operator, node]];
    const [left, right] = node.args;
    return [...this.#operandsOf(operator, left, from), [node.op, right]];
  }
}

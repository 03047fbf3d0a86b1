import { CelCompileError } from "../failures.ts";
import type { CelExpression } from "./expression.ts";
import { MemberParser } from "./parse-member.ts";

/** cel-go: parser/parser.go, expressionSizeCodePointLimit. */
const maxCodePoints = 100_000;

/** CEL text as an expression with its macros expanded, for a minor version of Kubernetes. */
export function parse(text: string, minor: number): CelExpression {
  if (text.length > maxCodePoints && Array.from(text).length > maxCodePoints) {
    throw new CelCompileError("expression code point size exceeds limit");
  }
  return new Parser(text, minor).parse();
}

const relations: Readonly<Record<string, string>> = {
  "<": "_<_",
  "<=": "_<=_",
  ">": "_>_",
  ">=": "_>=_",
  "==": "_==_",
  "!=": "_!=_",
  in: "@in",
};

/** Function and rank. */
const calculations: Readonly<Record<string, readonly [name: string, rank: number]>> = {
  "*": ["_*_", 2],
  "/": ["_/_", 2],
  "%": ["_%_", 2],
  "+": ["_+_", 1],
  "-": ["_-_", 1],
};

/** The operators, from the weakest down (cel-go: parser/gen/CEL.g4). */
class Parser extends MemberParser {
  parse(): CelExpression {
    const expression = this.expression();
    if (this.peek().kind !== "end") throw this.unexpected();
    return expression;
  }

  protected override expression(): CelExpression {
    return this.nesting.within("expr", () => {
      const condition = this.#logical("||", () => this.#conjunction());
      if (!this.skip("?")) return condition;
      const whenTrue = this.#logical("||", () => this.#conjunction());
      this.expect(":");
      return this.operation("_?_:_", [condition, whenTrue, this.expression()]);
    });
  }

  #conjunction(): CelExpression {
    return this.#logical("&&", () => this.#relation());
  }

  /** A chain of one operator is one node. */
  #logical(symbol: "&&" | "||", operand: () => CelExpression): CelExpression {
    const operands = [operand()];
    while (this.skip(symbol)) operands.push(operand());
    const [only] = operands;
    if (operands.length === 1 && only !== undefined) return only;
    return this.nesting.over(this.call(`_${symbol}_`, operands), operands, 0);
  }

  /** All relations rank alike. */
  #relation(): CelExpression {
    return this.nesting.within("relation", () => {
      let left = this.#calculation(1);
      for (let name = this.#relationAhead(); name !== undefined; name = this.#relationAhead()) {
        this.next();
        this.nesting.deeper("relation");
        left = this.operation(name, [left, this.nesting.within("relation", () => this.#calculation(1))]);
      }
      return left;
    });
  }

  /** Operators of at least that rank. */
  #calculation(least: number): CelExpression {
    return this.nesting.within("calc", () => {
      let left = this.unary();
      for (let ahead = this.#calculationAhead(); ahead !== undefined && ahead[1] >= least; ahead = this.#calculationAhead()) {
        this.next();
        this.nesting.deeper("calc");
        left = this.operation(ahead[0], [left, this.#calculation(ahead[1] + 1)]);
      }
      return left;
    });
  }

  #relationAhead(): string | undefined {
    const { kind, text } = this.peek();
    return (kind === "symbol" || text === "in") && Object.hasOwn(relations, text) ? relations[text] : undefined;
  }

  #calculationAhead(): readonly [string, number] | undefined {
    const { kind, text } = this.peek();
    return kind === "symbol" && Object.hasOwn(calculations, text) ? calculations[text] : undefined;
  }
}

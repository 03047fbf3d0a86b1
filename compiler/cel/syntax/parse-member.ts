import { NotEvaluatedHere } from "../failures.ts";
import type { CelExpression } from "./expression.ts";
import { expandMethod } from "./macros/index.ts";
import { PrimaryParser } from "./parse-primary.ts";

/** Signs, and what follows a primary: `.field`, `.method(...)`, `[index]`. */
export abstract class MemberParser extends PrimaryParser {
  /** An even number of signs cancels itself; a single minus before a number belongs to the number. */
  protected unary(): CelExpression {
    const { text: sign, start } = this.peek();
    const isSign = this.peek().kind === "symbol" && (sign === "!" || sign === "-");
    if (!isSign || (sign === "-" && this.isNumber(1))) return this.#member();
    let count = 0;
    while (this.skip(sign)) count += 1;
    const operand = this.#member();
    if (count % 2 === 0) return operand;
    return this.nesting.over({ ...this.call(`${sign}_`, [operand]), start }, [operand], 0);
  }

  #member(): CelExpression {
    return this.nesting.within("member", () => {
      let operand = this.primary();
      for (let next = this.#suffix(operand); next !== undefined; next = this.#suffix(operand)) operand = next;
      return operand;
    });
  }

  #suffix(operand: CelExpression): CelExpression | undefined {
    const isDot = this.skip(".");
    if (!isDot && !this.skip("[")) return undefined;
    this.nesting.deeper("member");
    return isDot ? this.#selection(operand) : this.#index(operand);
  }

  #selection(operand: CelExpression): CelExpression {
    if (this.skip("?")) {
      const { text, start, end } = this.identifier();
      const field: CelExpression = { kind: "literal", start, end, value: text };
      return this.#over({ ...this.call("_?._", [operand, field]), start: operand.start, end }, [operand]);
    }
    const { text: name, end } = this.identifier();
    if (this.skip("(")) return this.#method(operand, name);
    if (this.peek().text === "{" && this.peek().kind === "symbol") throw new NotEvaluatedHere("the literal of a message");
    const { start } = operand;
    return this.#over({ kind: "select", start, end, operand, field: name, isTest: false }, [operand]);
  }

  #method(target: CelExpression, name: string): CelExpression {
    const args = this.arguments();
    const place = { start: target.start, end: this.endOfLast() };
    const expanded = expandMethod(name, target, args, this.minor);
    const node: CelExpression = expanded ?? { kind: "call", ...place, name, target, arguments: args };
    return this.#over({ ...node, ...place }, [target, ...args]);
  }

  #index(operand: CelExpression): CelExpression {
    const name = this.skip("?") ? "_[?_]" : "_[_]";
    const key = this.expression();
    this.expect("]");
    const node = this.call(name, [operand, key]);
    return this.#over({ ...node, start: operand.start, end: this.endOfLast() }, [operand, key]);
  }

  #over(node: CelExpression, parts: readonly CelExpression[]): CelExpression {
    return this.nesting.over(node, parts, 1);
  }
}

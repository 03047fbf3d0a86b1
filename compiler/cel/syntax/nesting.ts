import { CelCompileError } from "../failures.ts";
import type { Expression } from "./expression.ts";

/** cel-go: parser/parser.go, maxRecursionDepth. */
const deepest = 250;

export type Rule = "expr" | "relation" | "calc" | "member";

/**
 * How deep an expression is, as cel-go's parser counts: while it reads, by grammar rule, a chain of operators counting as
 * nested; and afterwards, from the leaves up, by operators, selections and calls.
 */
export class Nesting {
  readonly #depths: Record<Rule, number> = { expr: 0, relation: 0, calc: 0, member: 0 };
  readonly #heights = new WeakMap<Expression, number>();

  within<T>(rule: Rule, read: () => T): T {
    const before = this.#depths[rule];
    this.deeper(rule);
    const result = read();
    this.#depths[rule] = before;
    return result;
  }

  deeper(rule: Rule): void {
    this.#depths[rule] += 1;
    requireDepth(this.#depths[rule]);
  }

  /** A node over others, of a kind that counts by itself or does not. */
  over(node: Expression, parts: readonly Expression[], own: 0 | 1): Expression {
    const height = own + Math.max(0, ...parts.map((part) => this.#heights.get(part) ?? 0));
    requireDepth(height);
    this.#heights.set(node, height);
    return node;
  }
}

function requireDepth(depth: number): void {
  if (depth > deepest) throw new CelCompileError(`expression recursion limit exceeded: ${deepest}`);
}

import { CelCompileError } from "../failures.ts";
import type { CelExpression } from "./expression.ts";

/** cel-go: parser/parser.go, maxRecursionDepth. */
const deepest = 250;

export type GrammarRule = "expr" | "relation" | "calc" | "member";

/**
 * How deep an expression is, as cel-go's parser counts: while it reads, by grammar rule, a chain of operators counting as
 * nested; and afterwards, from the leaves up, by operators, selections and calls.
 */
export class Nesting {
  readonly #depths: Record<GrammarRule, number> = { expr: 0, relation: 0, calc: 0, member: 0 };
  readonly #heights = new WeakMap<CelExpression, number>();

  within<T>(rule: GrammarRule, read: () => T): T {
    const before = this.#depths[rule];
    this.deeper(rule);
    const result = read();
    this.#depths[rule] = before;
    return result;
  }

  deeper(rule: GrammarRule): void {
    this.#depths[rule] += 1;
    requireDepth(this.#depths[rule]);
  }

  /** A node over others, of a kind that counts by itself or does not. */
  over(node: CelExpression, parts: readonly CelExpression[], own: 0 | 1): CelExpression {
    const height = own + Math.max(0, ...parts.map((part) => this.#heights.get(part) ?? 0));
    requireDepth(height);
    this.#heights.set(node, height);
    return node;
  }
}

function requireDepth(depth: number): void {
  if (depth > deepest) throw new CelCompileError(`expression recursion limit exceeded: ${deepest}`);
}

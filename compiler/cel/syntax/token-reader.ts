import { CelCompileError } from "../failures.ts";
import { type Token, tokensOf } from "./tokens.ts";
import type { CelExpression } from "./expression.ts";

/** These are tokens of their own: no field or method has such a name. */
const keywords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

/** The tokens of an expression, one after the other. */
export class TokenReader {
  protected readonly minor: number;
  protected readonly nesting = new Nesting();
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string, minor: number) {
    this.#tokens = tokensOf(text);
    this.minor = minor;
  }

  protected peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new Error("no tokens at all: please report this bug of Holdfast");
    return token;
  }

  protected next(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  /** Goes past the symbol if it is next. */
  protected skip(symbol: string): boolean {
    const { kind, text } = this.peek();
    const isNext = kind === "symbol" && text === symbol;
    if (isNext) this.#at += 1;
    return isNext;
  }

  protected expect(symbol: string): void {
    if (!this.skip(symbol)) throw this.unexpected();
  }

  protected identifier(): Token {
    const { kind, text } = this.peek();
    if (kind !== "identifier" || keywords.has(text)) throw this.unexpected();
    return this.next();
  }

  /** Where the token before the next one ends. */
  protected endOfLast(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  protected unexpected(): CelCompileError {
    const { kind, text, start } = this.peek();
    return new CelCompileError(`syntax error at ${start}: unexpected ${kind === "end" ? "end" : `\`${text}\``}`);
  }
}

/** cel-go: parser/parser.go, maxRecursionDepth. */
const deepest = 250;

type GrammarRule = "expr" | "relation" | "calc" | "member";

/**
 * How deep an expression is, as cel-go's parser counts: while it reads, by grammar rule, a chain of operators counting
 * as nested; and afterwards, from the leaves up, by operators, selections and calls.
 */
class Nesting {
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

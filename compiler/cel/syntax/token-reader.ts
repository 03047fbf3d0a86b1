import { CelCompileError } from "../failures.ts";
import { Nesting } from "./nesting.ts";
import { type Token, tokensOf } from "./tokens.ts";

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

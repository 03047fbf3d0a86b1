import { CelCompileError, NotEvaluatedHere } from "../failures.ts";
import type { Element, CelMapEntry, CelExpression, LiteralValue } from "./expression.ts";
import { expandHas } from "./macros/index.ts";
import { TokenReader } from "./token-reader.ts";
import { unescapeBytes, unescapeText } from "./unescape.ts";
import { isInt64, uint64Max } from "../values/integers.ts";
import { CelUint } from "../values/value.ts";
import type { Token } from "./tokens.ts";

const constants: ReadonlyMap<string, LiteralValue> = new Map<string, LiteralValue>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

const reserved: ReadonlySet<string> = new Set(
  "as break const continue else for function if import let loop package namespace return var void while".split(" "),
);

/** Literals, names, calls of functions, lists, maps and what stands in parentheses. */
export abstract class PrimaryParser extends TokenReader {
  protected abstract expression(): CelExpression;

  protected primary(): CelExpression {
    const { kind, text, start } = this.peek();
    if (text === "-" || kind === "int" || kind === "uint" || kind === "double") return this.#number();
    if (kind === "string") return this.literal(unescapeText(this.next().text), start);
    if (kind === "bytes") return this.literal(unescapeBytes(this.next().text), start);
    if (kind === "identifier" && constants.has(text)) return this.literal(constants.get(this.next().text) ?? null, start);
    if (kind === "identifier" || text === ".") return this.#name();
    if (this.skip("(")) return this.#parenthesized();
    if (this.skip("[")) return this.#list(start);
    if (this.skip("{")) return this.#map(start);
    throw this.unexpected();
  }

  protected isNumber(ahead: number): boolean {
    const { kind } = this.peek(ahead);
    return kind === "int" || kind === "double";
  }

  /** After the opening parenthesis, past the closing one. */
  protected arguments(): readonly CelExpression[] {
    return this.#separated(")", () => this.expression(), false);
  }

  protected call(name: string, args: readonly CelExpression[]): CelExpression {
    const start = args.at(0)?.start ?? -1;
    return { kind: "call", start, end: args.at(-1)?.end ?? -1, name, target: undefined, arguments: args };
  }

  protected operation(name: string, operands: readonly CelExpression[]): CelExpression {
    return this.nesting.over(this.call(name, operands), operands, 1);
  }

  protected literal(value: LiteralValue, start: number): CelExpression {
    return { kind: "literal", start, end: this.endOfLast(), value };
  }

  #number(): CelExpression {
    const { start } = this.peek();
    const isNegative = this.skip("-");
    if (isNegative && !this.isNumber(0)) throw this.unexpected();
    return this.literal(readNumber(this.next(), isNegative), start);
  }

  #parenthesized(): CelExpression {
    const inner = this.expression();
    this.expect(")");
    return inner;
  }

  #name(): CelExpression {
    const { start } = this.peek();
    const dot = this.skip(".") ? "." : "";
    const { text, end } = this.identifier();
    if (reserved.has(text)) throw new CelCompileError(`reserved identifier: ${text}`);
    if (this.peek().text === "{") throw new NotEvaluatedHere("the literal of a message");
    if (!this.skip("(")) return { kind: "identifier", start, end, name: dot + text };
    const args = this.arguments();
    const place = { start, end: this.endOfLast() };
    const isHas = dot === "" && text === "has" && args.length === 1;
    const node: CelExpression = isHas
      ? { ...expandHas(args), ...place }
      : { kind: "call", ...place, name: dot + text, target: undefined, arguments: args };
    return this.nesting.over(node, args, 0);
  }

  #list(start: number): CelExpression {
    const elements = this.#separated("]", () => this.#element(), true);
    const node: CelExpression = { kind: "list", start, end: this.endOfLast(), elements };
    return this.nesting.over(
      node,
      elements.map(({ value }) => value),
      0,
    );
  }

  #map(start: number): CelExpression {
    const entries = this.#separated("}", () => this.#entry(), true);
    const node: CelExpression = { kind: "map", start, end: this.endOfLast(), entries };
    return this.nesting.over(
      node,
      entries.flatMap(({ key, value }) => [key, value]),
      0,
    );
  }

  #element(): Element {
    const isOptional = this.skip("?");
    return { isOptional, value: this.expression() };
  }

  #entry(): CelMapEntry {
    const { isOptional, value: key } = this.#element();
    this.expect(":");
    return { key, isOptional, value: this.expression() };
  }

  /** Up to and past the closing bracket; lists and maps may end with a comma. */
  #separated<T>(closing: string, read: () => T, mayEndWithComma: boolean): readonly T[] {
    const items: T[] = [];
    if (mayEndWithComma && this.peek().text === "," && this.peek(1).text === closing) this.skip(",");
    while (!this.skip(closing)) {
      items.push(read());
      const isLast = this.peek().text === closing && this.peek().kind === "symbol";
      if (!isLast) this.expect(",");
      if (!isLast && !mayEndWithComma && this.peek().text === closing) throw this.unexpected();
    }
    return items;
  }
}

/** The value of a number token, with the minus before it. */
function readNumber({ kind, text }: Token, isNegative: boolean): LiteralValue {
  if (kind === "double") return readDouble(text, isNegative);
  const magnitude = BigInt(text.replace(/[uU]$/, ""));
  const value = isNegative ? -magnitude : magnitude;
  if (kind === "uint") {
    if (value > uint64Max) throw new CelCompileError("invalid uint literal");
    return new CelUint(value);
  }
  if (!isInt64(value)) throw new CelCompileError("invalid int literal");
  return value;
}

function readDouble(text: string, isNegative: boolean): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new CelCompileError("invalid double literal");
  return isNegative ? -value : value;
}

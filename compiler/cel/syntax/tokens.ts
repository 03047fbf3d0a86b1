import { CelCompileError, NotEvaluatedHere } from "../failures.ts";

export type TokenKind = "identifier" | "int" | "uint" | "double" | "string" | "bytes" | "symbol" | "end";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const escape = String.raw`\\(?:[abfnrtv"'\\?\x60]|[0-3][0-7]{2}|[xX][\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})`;

/** As in cel-go's parser/gen/CEL.g4, longest alternatives first. */
const rules = [
  String.raw`(?<space>[\t \r\n\f]+|//[^\n]*)`,
  String.raw`(?<raw>[bB]?[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*'))`,
  String.raw`(?<quoted>[bB]?(?:"""(?:${escape}|[^\\])*?"""|'''(?:${escape}|[^\\])*?'''|"(?:${escape}|[^\\"\n\r])*"|'(?:${escape}|[^\\'\n\r])*'))`,
  String.raw`(?<double>\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)`,
  String.raw`(?<uint>(?:0x[\da-fA-F]+|\d+)[uU])`,
  String.raw`(?<int>0x[\da-fA-F]+|\d+)`,
  String.raw`(?<identifier>[A-Za-z_][A-Za-z\d_]*)`,
  String.raw`(?<symbol>==|!=|<=|>=|&&|\|\||[-[\]{}().,:?<>!+*/%])`,
].join("|");

/** The tokens of an expression, an end after the last. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const rule = new RegExp(rules, "y");
  while (rule.lastIndex < text.length) {
    const start = rule.lastIndex;
    const match = rule.exec(text);
    if (match === null && text[start] === "`") throw new NotEvaluatedHere("a field in backticks");
    if (match === null) throw new CelCompileError(`syntax error at ${start}: \`${text.slice(start, start + 10)}\``);
    const kind = kindOf(match);
    if (kind !== undefined) tokens.push({ kind, text: match[0], start, end: rule.lastIndex });
  }
  return [...tokens, { kind: "end", text: "", start: text.length, end: text.length }];
}

/** Undefined for what means nothing. */
function kindOf({ 0: text, groups = {} }: RegExpExecArray): TokenKind | undefined {
  if (groups["raw"] !== undefined || groups["quoted"] !== undefined) return /^[bB]/.test(text) ? "bytes" : "string";
  if (groups["space"] !== undefined) return undefined;
  const kinds = ["double", "uint", "int", "identifier"] as const;
  return kinds.find((kind) => groups[kind] !== undefined) ?? "symbol";
}

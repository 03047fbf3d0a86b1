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
const rules: readonly (readonly [kind: TokenKind | "space" | "text", rule: RegExp])[] = [
  ["space", /[\t \r\n\f]+|\/\/[^\n]*/y],
  ["text", /[bB]?[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\n\r]*"|'[^'\n\r]*')/y],
  [
    "text",
    new RegExp(
      String.raw`[bB]?(?:"""(?:${escape}|[^\\])*?"""|'''(?:${escape}|[^\\])*?'''|"(?:${escape}|[^\\"\n\r])*"|'(?:${escape}|[^\\'\n\r])*')`,
      "y",
    ),
  ],
  ["identifier", /[A-Za-z_][A-Za-z\d_]*/y],
  ["double", /\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?/y],
  ["uint", /(?:0x[\da-fA-F]+|\d+)[uU]/y],
  ["int", /0x[\da-fA-F]+|\d+/y],
  ["symbol", /==|!=|<=|>=|&&|\|\||[-[\]{}().,:?<>!+*/%]/y],
];

/** The tokens of an expression, an end after the last. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < text.length) {
    const [kind, end] = tokenAt(text, start);
    const own = text.slice(start, end);
    if (kind === "text") tokens.push({ kind: /^[bB]/.test(own) ? "bytes" : "string", text: own, start, end });
    else if (kind !== "space") tokens.push({ kind, text: own, start, end });
    start = end;
  }
  return [...tokens, { kind: "end", text: "", start, end: start }];
}

/** Without named groups, which make an object for each token: a quarter of what a compilation of many policies allocates. */
function tokenAt(text: string, start: number): readonly [kind: TokenKind | "space" | "text", end: number] {
  for (const [kind, rule] of rules) {
    rule.lastIndex = start;
    if (rule.test(text)) return [kind, rule.lastIndex];
  }
  if (text[start] === "`") throw new NotEvaluatedHere("a field in backticks");
  throw new CelCompileError(`syntax error at ${start}: \`${text.slice(start, start + 10)}\``);
}

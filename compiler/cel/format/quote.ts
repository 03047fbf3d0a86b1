const escapes: Readonly<Record<string, string>> = {
  "\u0007": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

/** `strings.quote`: text as a literal of CEL. */
export function quoteForCel(text: string): string {
  return `"${Array.from(text, (point) => escapes[point] ?? point).join("")}"`;
}

/** Go: strconv.Quote. */
export function quoteForGo(text: string): string {
  return `"${Array.from(text, escapeForGo).join("")}"`;
}

/** What Go prints as it is: unicode.IsPrint. */
const printable = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;

function escapeForGo(point: string): string {
  const escaped = escapes[point];
  if (escaped !== undefined) return escaped;
  if (printable.test(point)) return point;
  const code = point.codePointAt(0) ?? 0;
  if (code < 0x20 || code === 0x7f) return `\\x${hexadecimal(code, 2)}`;
  return code < 0x10000 ? `\\u${hexadecimal(code, 4)}` : `\\U${hexadecimal(code, 8)}`;
}

function hexadecimal(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** CEL counts text in code points, JavaScript in UTF-16 units. Text in CEL has no lone surrogates. */
export function codePointCount(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count -= 1;
  return count;
}

/**
 * By code points, as Go compares UTF-8: JavaScript's `<` puts an emoji before U+FF01, because its surrogates are
 * smaller.
 */
export function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** What Go calls space; JavaScript's `trim` takes U+FEFF for one and U+0085 for none. */
const space = String.raw`[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+`;
const surroundingSpace = new RegExp(`^${space}|${space}$`, "g");

/** Go: strings.TrimSpace. */
export function trimSpace(text: string): string {
  return text.replace(surroundingSpace, "");
}

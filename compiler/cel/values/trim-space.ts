/** What Go calls space; JavaScript's `trim` takes U+FEFF for one and U+0085 for none. */
const space = String.raw`[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+`;
const surroundingSpace = new RegExp(`^${space}|${space}$`, "g");

/** Go: strings.TrimSpace. */
export function trimSpace(text: string): string {
  return text.replace(surroundingSpace, "");
}

const { test } = RegExp.prototype as { readonly test: (this: RegExp, text: string) => boolean };

/** `pattern.test(text)` of Holdfast's own, which no limit on the patterns of a rule is about. */
export function isMatch(pattern: RegExp, text: string): boolean {
  return test.call(pattern, text);
}

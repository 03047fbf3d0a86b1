const { exec } = RegExp.prototype as { readonly exec: (this: RegExp, text: string) => RegExpExecArray | null };

/**
 * `pattern.test(text)` of Holdfast's own, which no limit on the patterns of a rule is about. JavaScript's `test` calls
 * what stands as `exec` at that time.
 */
export function isMatch(pattern: RegExp, text: string): boolean {
  return exec.call(pattern, text) !== null;
}

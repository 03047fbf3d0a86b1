const { exec } = RegExp.prototype as { readonly exec: (this: RegExp, text: string) => RegExpExecArray | null };

/**
 * `pattern.test(text)` for Holdfast's own patterns, without the limits on patterns of a rule. Those limits replace
 * `exec`, which JavaScript's `test` calls.
 */
export function isMatch(pattern: RegExp, text: string): boolean {
  return exec.call(pattern, text) !== null;
}

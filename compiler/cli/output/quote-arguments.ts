/** Arguments as a person would type them in a POSIX shell: quotes only where something needs them. */
export function quoteArguments(words: readonly string[]): readonly string[] {
  return words.map((word) => (/^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`));
}

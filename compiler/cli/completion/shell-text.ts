/** Text in single quotes, of which bash and zsh evaluate nothing. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A text of the table in one line without backticks, which no shell shows as code. */
export function plain(text: string): string {
  return text.replaceAll("`", "").replaceAll(/\s+/g, " ");
}

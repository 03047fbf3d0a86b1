/** What a line is about besides its message. Texts that come from the cluster have been through `printable`. */
export type LogFields = Readonly<Record<string, string | number>>;

/** Where lines go: one function, so that any logger fits. */
export type Log = (level: "info" | "warn" | "error", message: string, fields?: LogFields) => void;

const most = 512;

/**
 * Text from elsewhere, fit for one line of a log: whatever could end the line, move the cursor or turn the direction of reading is
 * escaped, and the length is bounded.
 */
export function printable(text: string, length: number = most): string {
  const cut = text.length > length ? `${text.slice(0, length).toWellFormed()}...` : text.toWellFormed();
  return cut.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** What was thrown, fit for a log. Anything can be thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return printable(error.message === "" ? error.name : error.message);
  return typeof error === "string" ? printable(error) : "something that is no error was thrown";
}

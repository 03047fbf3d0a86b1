import { printable } from "../escape-text.ts";

/** What a line is about besides its message. Texts that come from the cluster have been through `printable`. */
export type LogFields = Readonly<Record<string, string | number>>;

/** Where lines go: one function, so that any logger fits. */
export type WriteLog = (level: "info" | "warn" | "error", message: string, fields?: LogFields) => void;

/** What was thrown, fit for a log. Anything can be thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return printable(error.message === "" ? error.name : error.message);
  return typeof error === "string" ? printable(error) : "something that is no error was thrown";
}

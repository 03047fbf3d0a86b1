import { UnreadText, isLonger, numberTextLimit } from "./number-in-text.ts";

/** Why a text cannot be parsed as a date. All three executions use these texts. */
export const dateProblems = {
  long: `a text that a date is read from has more than ${numberTextLimit} characters`,
  form: "a date in a text is not RFC 3339, such as 2026-01-31 or 2026-01-31T12:00:00Z",
  none: "what is printed as a date is no date",
} as const;

/** An existing day in the years 1000 to 9999. */
const day =
  "([1-9][0-9]{3}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)|([1-9][0-9](0[48]|[2468][048]|[13579][26])|([2468][048]|[13579][26])00)-02-29)";
const time = "([01][0-9]|2[0-3])(:[0-5][0-9]){2}([.][0-9]{1,9})?";
const zone = "(Z|[-+]([01][0-9]|2[0-3]):[0-5][0-9])";

/**
 * Text that TypeScript and CEL parse as the same date: a day (its beginning in UTC), or RFC 3339. JavaScript parses
 * much more, by rules that depend on the engine, and reads 30 February as a day in March.
 */
export const dateText = `^${day}(T${time}${zone})?$`;

/** With these zones, the last hours of 9999 are in the year 10000, which CEL does not have. */
export const lateDateText = "^9999-12-31T.*-";

/** In JavaScript, text without a digit is never a date. */
export const anyDigit = "[0-9]";

const isDate = new RegExp(dateText);
const isLateDate = new RegExp(lateDateText);

export function isDateText(text: string): boolean {
  return isDate.test(text) && !isLateDate.test(text);
}

/** Throws `UnreadText` if a rule may not parse `text` as a date. Text without a digit is an invalid date everywhere. */
export function requireDateText(text: string): void {
  if (isLonger(text, numberTextLimit)) throw new UnreadText(dateProblems.long);
  if (/[0-9]/.test(text) && !isDateText(text)) throw new UnreadText(dateProblems.form);
}

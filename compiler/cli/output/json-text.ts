/**
 * JSON as programs read it, in which nothing steers a terminal: `JSON.stringify` leaves the second set of control
 * characters, and those that turn the direction of text, as they are.
 */
export function jsonText(value: unknown): string {
  const unsafe = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
  const escaped = (character: string): string => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value, undefined, 2).replace(unsafe, escaped);
}

import { visible } from "../diagnostics/format.ts";

/** Text of a definition as a string literal of TypeScript, with nothing in it that misleads a reader. */
export function stringLiteral(text: string): string {
  return JSON.stringify(text).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escapeUnits);
}

/** As UTF-16 units, which every string literal takes. */
function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }).join("");
}

/** The name of a property: quoted unless it is an identifier. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

/** One line of prose inside a comment: it can neither end the comment nor begin a tag such as `@deprecated`. */
export function commentLine(text: string): string {
  return visible(text.replaceAll("\t", " "))
    .replaceAll("*/", "*\\/")
    .replace(/^(\s*)@/, "$1\\@")
    .replaceAll("{@", "{\\@")
    .trimEnd();
}

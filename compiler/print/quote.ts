import { InternalError } from "../diagnostics/diagnostic.ts";

/** Escapes that CEL and people know by name (cel-spec: doc/langdef.md, ESCAPE). */
const named: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/**
 * Text as a CEL string literal in single quotes. Anything that is not plainly visible is escaped: control characters,
 * line separators and bidirectional marks must not change how a reviewer sees the YAML. A lone surrogate cannot be
 * written in CEL; lowering rejects it before.
 */
export function quote(text: string): string {
  return plainText.test(text) ? `'${text}'` : `'${Array.from(text, quoteCharacter).join("")}'`;
}

/** Visible ASCII without quotes and backslashes, as most text is. */
const plainText = /^[ !-&(-[\]-~]*$/;

/** A regular expression: raw where that saves backslashes, `r'^a\.b$'`, as people write it. */
export function quotePattern(pattern: string): string {
  const quoted = quote(pattern);
  const isRaw = quoted !== `'${pattern}'` && quoted === `'${pattern.replaceAll("\\", "\\\\")}'`;
  return isRaw ? `r'${pattern}'` : quoted;
}

function quoteCharacter(character: string): string {
  const known = named[character];
  if (known !== undefined) return known;
  if (/^\p{Surrogate}$/u.test(character)) throw new InternalError("a lone surrogate reached the printer");
  if (/^[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\p{Unassigned}]$/u.test(character)) {
    const codePoint = character.codePointAt(0) ?? 0;
    return codePoint > 0xffff ? `\\U${codePoint.toString(16).padStart(8, "0")}` : `\\u${codePoint.toString(16).padStart(4, "0")}`;
  }
  return character;
}

const identifierPattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Keywords cannot follow a dot; reserved words can (`oldObject.metadata.namespace`). */
const keywords: ReadonlySet<string> = new Set(["true", "false", "null", "in"]);

/** Whether a field can be written `.name`; otherwise it is written `['name']`. */
export function isSelectable(field: string): boolean {
  return identifierPattern.test(field) && !keywords.has(field);
}

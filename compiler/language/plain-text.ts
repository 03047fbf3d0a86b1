import { messageTextLimit } from "./limits.ts";
import { isMatch } from "./parse/is-match.ts";

/**
 * Control and format characters, and the line breaks of Unicode: what could end a line, turn the direction of what
 * follows, or hide. RE2 and JavaScript write it alike, and agree on these classes since Unicode 15 (Go 1.21); on what
 * is a letter they do not.
 */
export const misleading = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;

const misleads = new RegExp(misleading, "u");

/** Whether a message shows the text as it is. */
export function isPlain(text: string): boolean {
  return text.length <= messageTextLimit && text.isWellFormed() && !isMatch(misleads, text);
}

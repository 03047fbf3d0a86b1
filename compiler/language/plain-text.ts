import { messageTextLimit } from "./limits.ts";
import { isMatch } from "./parse/is-match.ts";

/**
 * Control and format characters, and Unicode line breaks. They could end a line, reverse the text direction, or be
 * invisible. RE2 and JavaScript agree on these classes since Unicode 15 (Go 1.21). They do not agree on letters.
 */
export const misleading = String.raw`[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`;

const misleads = new RegExp(misleading, "u");

/** Whether a message can show the text unchanged. */
export function isPlain(text: string): boolean {
  return text.length <= messageTextLimit && text.isWellFormed() && !isMatch(misleads, text);
}

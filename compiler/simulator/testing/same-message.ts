import { unshown } from "../../language/limits.ts";
import { isPlain } from "../../language/plain-text.ts";

/**
 * Whether TypeScript and CEL say the same (undefined: nothing): character by character, but for what CEL has words for
 * because a message cannot show it.
 */
export function isSameMessage(typescript: string | undefined, cel: string | undefined): boolean {
  if (typescript === undefined || cel === undefined || typescript === cel) return typescript === cel;
  const [first = "", ...others] = cel.split(unshown);
  return typescript.startsWith(first) && others.length > 0 && continues(typescript.slice(first.length), others);
}

/** Each of `parts` comes, with something before it that CEL does not show. */
function continues(text: string, [part = "", ...others]: readonly string[]): boolean {
  // White space at the end of a message is cut off: there is no telling what has been there.
  if (others.length === 0) return text.endsWith(part) && (part === "" || isHidden(text.slice(0, text.length - part.length)));
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    if (isHidden(text.slice(0, at)) && continues(text.slice(at + part.length), others)) return true;
  return false;
}

/** Characters of a text that is shown even in a message with many of them (plan/forms-of-rules.ts). */
const alwaysShown = 16;

/** Hostile or long text, what `show` has words for itself, and numbers and lists, which CEL writes otherwise. */
function isHidden(text: string): boolean {
  return !isPlain(text) || text === unshown || text.length > alwaysShown || /[\d,\]]|NaN|Infinity/.test(text);
}

const longest = 256;
/** Controls, format characters (of bidirectional text, too), line separators, lone surrogates: what could forge a line of a log. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text from a cluster as it may stand in a log or an answer: one line, without controls, and short. */
export function printable(text: string, most: number = longest): string {
  const characters = Array.from(text.slice(0, 2 * most));
  const cut = characters.length > most || text.length > 2 * most;
  return `${characters.slice(0, most).join("").replaceAll(unprintable, escaped)}${cut ? "..." : ""}`;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

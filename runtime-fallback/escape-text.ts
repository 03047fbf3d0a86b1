/** Nothing that is replaced, as most text: asked first, since the classes of Unicode cost ten times as much. */
const plain = /^[\x20-\x7e]*$/;
const misleading = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const cutMark = "...";

/**
 * Text on one line, with everything that could steer a terminal, forge a line of a log or mislead a reader spelled out:
 * control and format characters, line separators, bidirectional marks and lone surrogates become `\u{1b}`.
 */
export function escapeText(text: string): string {
  if (plain.test(text)) return text;
  return text.replaceAll(misleading, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** At most so many characters (code points, as Go counts runes); what is cut ends in `...`. */
export function cutToRunes(text: string, most: number): string {
  // A code point has one or two units: this much decides without counting a megabyte of them.
  if (text.length <= most) return text;
  const runes = Array.from(text.slice(0, 2 * (most + 1)));
  if (runes.length <= most) return text;
  return `${runes.slice(0, Math.max(0, most - cutMark.length)).join("")}${cutMark}`;
}

/** At most so many bytes of UTF-8; what is cut ends in `...`, and never within a character. */
export function cutToBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  const room = Math.max(0, most - cutMark.length);
  const bytes = Buffer.from(text.slice(0, room));
  let end = Math.min(room, bytes.length);
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return `${bytes.toString("utf8", 0, end)}${cutMark}`;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Text of anybody's, fit for a log or an answer: visible, and of at most so many characters. */
export function boundedText(text: string, most: number): string {
  // Cut first: spelling out makes hostile text eight times as long.
  return cutToRunes(escapeText(cutToRunes(text, most)), most);
}

/** Text of anybody's where a name of Kubernetes stands: as long as those are, since some kinds take any text. */
export function boundedName(text: string): string {
  return boundedText(text, 253);
}

/** The same by bytes of UTF-8, without the space around it. */
export function boundedBytes(text: string, most: number): string {
  return cutToBytes(escapeText(cutToBytes(text, most)).trim(), most);
}

/** Text of anybody's, of the length that a line of a log has room for. */
export function printable(text: string, most = 256): string {
  return boundedText(text, most);
}

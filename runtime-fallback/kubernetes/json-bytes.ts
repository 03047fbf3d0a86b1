export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openList = 0x5b;
export const backslash = 0x5c;
export const closeList = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;

/** Looked at one by one: most text is shorter, and only beyond it a search in C++ makes up for the call. */
const shortString = 96;

/** Where its closing quote stands; the end of the text, where there is none. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  const near = Math.min(bytes.length, at + shortString);
  while (at < near && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at < near || at >= bytes.length ? at : endOfLongString(bytes, at);
}

function endOfLongString(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(quote, from); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let before = at;
    while (before > from && bytes[before - 1] === backslash) before -= 1;
    // So many backslashes in front of it: an even number stands for itself.
    if ((at - before) % 2 === 0) return at;
  }
  return bytes.length;
}

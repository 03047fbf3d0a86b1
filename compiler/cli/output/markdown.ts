/** A text of others as it is, whatever it holds: nothing in it is a link, a mention, HTML or a list. */
export function markdownText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\`*_{}[\]()#+!|~>]/g, String.raw`\$&`)
    .replaceAll("@", "@\u{200b}")
    .replaceAll("://", ":\u{200b}//")
    .replaceAll(/\bwww\./gi, (found) => `${found.slice(0, -1)}\u{200b}.`)
    .replaceAll(/\bGH-(?=\d)/gi, (found) => `${found}\u{200b}`);
}

/** A block of code whose fence is longer than any in the text. */
export function fenced(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}text\n${text}\n${fence}`;
}

import { commentLine } from "./safe-text.ts";

/** Prose that a tool wrote on one line of a thousand characters is broken to be read. */
const width = 120;
const narrowest = 60;

/**
 * A JSDoc comment of these paragraphs, each of which may have several lines; nothing where all are empty. `ours` are
 * lines of our own below them, which are not broken.
 */
export function docComment(paragraphs: readonly string[], indent: string, ours: readonly string[] = []): readonly string[] {
  const room = Math.max(width - indent.length - 3, narrowest);
  const parts = [...paragraphs.map((paragraph) => linesOf(paragraph, room)), ours].filter((part) => part.length > 0);
  const lines = parts.flatMap((part, at) => (at === 0 ? part : ["", ...part]));
  const [only] = lines;
  if (only === undefined) return [];
  if (lines.length === 1 && only.length <= room - 3) return [`${indent}/** ${only} */`];
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */`];
}

function linesOf(paragraph: string, room: number): readonly string[] {
  const lines = paragraph.trim().split(/\r\n|\r|\n/);
  return paragraph.trim() === "" ? [] : lines.flatMap((line) => wrap(line, room));
}

/** Made safe again after each break: what stood within a line may now begin one. */
function wrap(line: string, room: number): readonly string[] {
  if (line.length <= room) return [commentLine(line)];
  const wrapped: string[] = [];
  let current = "";
  for (const word of commentLine(line).split(" ")) {
    if (current !== "" && current.length + 1 + word.length > room) {
      wrapped.push(commentLine(current));
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...wrapped, commentLine(current)];
}

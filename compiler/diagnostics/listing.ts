import { visible } from "./format.ts";

/**
 * Lines of a source behind a gutter with their numbers, so that no text of a file reaches the margin, where terminals and
 * CI systems look for commands.
 *
 *       21 | preventDelete: {
 *       22 |   denyWhen: ...
 */
export function listing(text: string, firstLine: number): readonly string[] {
  const lines = dedent(text.replaceAll("\t", "  ").split(/\r\n|\r|\n/));
  const width = String(firstLine + lines.length - 1).length;
  return lines.map((line, at) => inGutter(String(firstLine + at).padStart(width), line));
}

/** A line behind a gutter, with a label or without. */
export function inGutter(label: string, line: string): string {
  return `  ${label} | ${visible(line)}`.trimEnd();
}

/** The first line starts where its text does; the others keep the indentation of the file, which is taken off them. */
function dedent([first = "", ...others]: readonly string[]): readonly string[] {
  const depths = others.filter((line) => line.trim() !== "").map((line) => line.length - line.trimStart().length);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return [first, ...others.map((line) => line.slice(depth))];
}

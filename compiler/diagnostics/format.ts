import { styleText } from "node:util";
import type { Diagnostic } from "./diagnostic.ts";
import type { Span } from "./span.ts";

/** 1-based, as editors show it; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface FormatOptions {
  readonly color: boolean;
}

/** What one character of a source line takes on a terminal, and whether the diagnostic is about it. */
interface Cell {
  readonly text: string;
  readonly width: number;
  readonly marked: boolean;
}

/** Longer lines are cut to the part around the mark: a generated file may hold a megabyte in one line. */
const frameWidth = 120;
const charactersBeforeMark = 40;
const tabWidth = 4;

/** Where `offset` stands in `text`; an offset beyond the end stands at the end. */
export function position(text: string, offset: number): Position {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/**
 * Text with everything that could steer a terminal or mislead a reader spelled out: control characters, line
 * separators, bidirectional marks and lone surrogates become `\u{1b}`.
 */
export function visible(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * One diagnostic as people read it. Without `sourceText` (the file could not be read) only the first and last line:
 *
 *     policies/x.ts:12:3 error[unsupported-loop]: `for` has no CEL form
 *        |
 *     12 |   for (const key of keys) {}
 *        |   ^^^^^^^^^^^^^^^^^^^^^^^^^^
 *     help: use `.every()`, `.some()` or `.filter()` on the list
 */
export function formatDiagnostic(diagnostic: Diagnostic, sourceText: string | undefined, options: FormatOptions): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    options.color ? styleText(style, text, { validateStream: false }) : text;
  const { code, severity, span, message, help } = diagnostic;
  const color = severity === "error" ? "red" : "yellow";
  const title = `${paint(["bold", color], `${severity}[${code}]`)}: ${paint("bold", behindMargin(message))}`;
  const gutter = (label: string): string => paint("cyan", `${label} |`);
  const frame = sourceText === undefined ? [] : formatFrame(sourceText, span, gutter);
  const marks = frame.map((row, index) =>
    index === frame.length - 1 ? row.replace(/\^+/, (carets) => paint(color, carets)) : row,
  );
  return [`${place(span, sourceText)} ${title}`, ...marks, `${paint("green", "help")}: ${behindMargin(help)}`].join("\n");
}

function place(span: Span, sourceText: string | undefined): string {
  const file = visible(span.file);
  if (sourceText === undefined) return file;
  const { line, column } = position(sourceText, span.start);
  return `${file}:${line}:${column}`;
}

/** Line breaks of a message stay, but no line of it starts at the margin, where CI systems look for commands. */
function behindMargin(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(visible)
    .join("\n  | ");
}

function formatFrame(text: string, span: Span, gutter: (label: string) => string): readonly string[] {
  const start = Math.min(span.start, text.length);
  const { line, column } = position(text, start);
  const lineStart = start - (column - 1);
  const lineText = text.slice(lineStart).split(/\r|\n/, 1)[0] ?? "";
  const cells = cutAround(cellsOf(lineText, { start: start - lineStart, end: span.end - lineStart }));
  const label = String(line);
  const blank = " ".repeat(label.length);
  const source = cells.map((cell) => cell.text).join("");
  const marks = cells.map((cell) => (cell.marked ? "^" : " ").repeat(cell.width)).join("");
  return [gutter(blank), `${gutter(label)} ${source.trimEnd()}`, `${gutter(blank)} ${marks.trimEnd()}`];
}

/** The characters of a line; an empty span, or one past the end of the line, marks one place anyway. */
function cellsOf(line: string, mark: { readonly start: number; readonly end: number }): readonly Cell[] {
  const end = Math.max(mark.end, mark.start + 1);
  const cells: Cell[] = [];
  let offset = 0;
  let column = 0;
  for (const character of `${line} `) {
    const text = character === "\t" ? " ".repeat(tabWidth - (column % tabWidth)) : visible(character);
    const width = widthOf(text);
    const isTail = offset === line.length;
    cells.push({
      text,
      width,
      marked: offset < end && offset + character.length > mark.start && (!isTail || mark.start >= offset),
    });
    offset += character.length;
    column += width;
  }
  return cells;
}

function cutAround(cells: readonly Cell[]): readonly Cell[] {
  if (cells.length <= frameWidth) return cells;
  const from = Math.max(0, cells.findIndex((cell) => cell.marked) - charactersBeforeMark);
  const ellipsis: Cell = { text: "…", width: 1, marked: false };
  const window = cells.slice(from, from + frameWidth);
  return [...(from > 0 ? [ellipsis] : []), ...window, ...(from + frameWidth < cells.length ? [ellipsis] : [])];
}

/** Terminal columns: none for a mark that combines with the letter before, two for East Asian letters and emoji. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{M}/u.test(character)) continue;
    width += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u.test(
      character,
    )
      ? 2
      : 1;
  }
  return width;
}

/**
 * Lines of a source behind a gutter with their numbers, so that no text of a file reaches the margin, where terminals
 * and CI systems look for commands.
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

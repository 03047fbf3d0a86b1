/** What help keeps to: no terminal is narrower by default. */
const columns = 80;

/** What may not be divided: a word, and code in backticks with what touches it. */
const unit = /(?:`[^`]*`|[^\s`])+/g;

/** Lines of no more than the width, but for units that are longer; however the text is divided. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const [word] of text.matchAll(unit)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && longer.length > width) lines.push(line);
    line = line !== "" && longer.length > width ? word : longer;
  }
  return line === "" ? lines : [...lines, line];
}

/** Paragraphs, which an empty line divides, as wide as the terminal. */
export function paragraphs(text: string, width = columns): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => wrap(paragraph, width).join("\n"))
    .join("\n\n");
}

/** On the left what is explained on the right. */
export type Row = readonly [left: string, right: string];

const indent = "  ";
const gap = "  ";

/**
 * In two columns. What is longer on the left than `mostLeft` has the explanation below it.
 *
 *     [["--out <directory>", "where the files go"]]  ->  "  --out <directory>  where the files go"
 */
export function rows(pairs: readonly Row[], mostLeft: number): string {
  const short = pairs.map(([left]) => left.length).filter((length) => length <= mostLeft);
  const left = Math.max(0, ...short);
  const width = columns - indent.length - left - gap.length;
  return pairs
    .flatMap(([name, text]) => {
      const [first = "", ...rest] = wrap(text, width);
      const more = rest.map((line) => indent + " ".repeat(left) + gap + line);
      if (name.length <= left) return [`${indent}${name.padEnd(left)}${gap}${first}`.trimEnd(), ...more];
      return [indent + name, indent + " ".repeat(left) + gap + first, ...more];
    })
    .join("\n");
}

import { visible } from "../diagnostics/format.ts";

const commentWidth = 100;

/**
 * Lines of prose as comment lines without the `#`, folded at word ends. A line break hidden in the text (some are line
 * breaks for a YAML 1.1 reader only) must not end the comment, so everything invisible is spelled out first.
 */
export function foldComment(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => foldLine(visible(line)));
}

function foldLine(line: string): readonly string[] {
  const folded: string[] = [];
  for (const word of line.split(" ")) {
    const last = folded.at(-1);
    if (last === undefined || last.length + 1 + word.length > commentWidth) folded.push(word);
    else folded[folded.length - 1] = `${last} ${word}`;
  }
  return folded;
}

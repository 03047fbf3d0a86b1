import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../house/source-files.ts";

export interface Fence {
  /** What stands behind the three backticks: `ts`, `cel`, ... */
  readonly language: string;
  readonly text: string;
  /** Line of the opening backticks, 1-based. */
  readonly line: number;
}

/** The code blocks of a Markdown file, in order. */
export function fencesOf(document: string): readonly Fence[] {
  const text = readFileSync(join(root, document), "utf8");
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? "",
    text: match[2] ?? "",
    line: text.slice(0, match.index).split("\n").length,
  }));
}

/** The blocks that stand in pairs, such as a rule and the CEL it becomes. */
export function pairsOf(document: string, first: string, second: string): readonly (readonly [Fence, Fence])[] {
  const fences = fencesOf(document).filter(({ language }) => language === first || language === second);
  return fences.flatMap((fence, at) => {
    const next = fences[at + 1];
    return fence.language === first && next?.language === second ? [[fence, next] as const] : [];
  });
}

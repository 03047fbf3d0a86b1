import type { Span } from "../diagnostics/span.ts";
import type { LoadedProject } from "./project.ts";
import type { Node } from "ts-morph";

/** The text of every file that a span may point into. */
export class SourceTexts {
  readonly byPath: ReadonlyMap<string, string>;

  constructor(project: LoadedProject) {
    this.byPath = project.texts;
  }

  /** 1-based. */
  readonly lineOf = ({ file, start }: Span): number => (this.byPath.get(file) ?? "").slice(0, start).split("\n").length;

  text({ file, start, end }: Span): string {
    return (this.byPath.get(file) ?? "").slice(start, end);
  }
}

/** Where `node` stands, without the comments before it. */
export function nodeSpan(node: Node, file: string): Span {
  return { file, start: node.getStart(), end: node.getEnd() };
}

import type { Span } from "../diagnostics/span.ts";
import type { LoadedProject } from "./project.ts";

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

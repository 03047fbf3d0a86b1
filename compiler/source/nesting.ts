import { ts } from "ts-morph";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { Span } from "../diagnostics/span.ts";

/**
 * Levels of syntax that a policy may have. TypeScript and the compiler go down level by level on one stack, and the API
 * server reads no CEL that is nested deeper than 250 levels (cel-go: parser/parser.go, maxRecursionDepth).
 */
const limit = 250;

/** Reports the first place that is nested too deeply. Goes down without a stack of its own. */
export function checkNesting(file: ts.SourceFile, shown: string, bag: DiagnosticBag): boolean {
  let level: readonly ts.Node[] = [file];
  for (let depth = 0; depth <= limit; depth += 1) level = level.flatMap(childrenOf);
  const [first] = level;
  if (first === undefined) return true;
  reportNesting({ file: shown, start: first.getStart(file), end: first.getEnd() }, bag);
  return false;
}

/** The same where TypeScript's parser gave up: at the bracket that is one too many, or at the beginning. */
export function reportUnparsable(text: string, file: string, bag: DiagnosticBag): void {
  const start = deepBracket(text) ?? 0;
  reportNesting({ file, start, end: start + 1 }, bag);
}

export function reportNesting(span: Span, bag: DiagnosticBag): void {
  bag.report("nested-too-deeply", span, { limit: String(limit) });
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

function deepBracket(text: string): number | undefined {
  let depth = 0;
  for (const { index, 0: bracket } of text.matchAll(/[()[\]{}]/g)) {
    depth += "([{".includes(bracket) ? 1 : -1;
    if (depth > limit) return index;
  }
  return undefined;
}

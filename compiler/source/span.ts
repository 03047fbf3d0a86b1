import type { Node } from "ts-morph";
import type { Span } from "../diagnostics/span.ts";

/** Where `node` stands, without the comments before it. */
export function nodeSpan(node: Node, file: string): Span {
  return { file, start: node.getStart(), end: node.getEnd() };
}

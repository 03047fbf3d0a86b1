import { type Call, type Expression, binary, call, method } from "../expression.ts";
import type { Span } from "../../diagnostics/span.ts";

/** `size(text)` */
export const textSize = (text: Expression, span: Span): Call => ({ ...call("size", [text], span), counts: "characters" });

/** `text.indexOf(part)`, or `lastIndexOf`, which lists have, too. */
export const placeInText = (
  text: Expression,
  name: "indexOf" | "lastIndexOf",
  args: readonly Expression[],
  span: Span,
): Call => ({
  ...method(text, name, args, span),
  counts: "characters",
});

/** Text put together, with one literal where two meet: `'a' + x + 'b' + 'c'` reads better as `'a' + x + 'bc'`. */
export function joinText(parts: readonly Expression[]): Expression {
  const merged = parts.flatMap(operandsOf).reduce<readonly Expression[]>((before, part) => {
    const last = before.at(-1);
    if (last?.kind !== "literal" || part.kind !== "literal") return [...before, part];
    return [...before.slice(0, -1), { ...last, value: `${String(last.value)}${String(part.value)}` }];
  }, []);
  return merged.reduce((before, part) => binary(before, "+", part, before.span));
}

function operandsOf(node: Expression): readonly Expression[] {
  if (node.kind !== "binary" || node.operator !== "+") return [node];
  return [...operandsOf(node.left), ...operandsOf(node.right)];
}

/** One byte each, of UTF-8 as of anything else. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

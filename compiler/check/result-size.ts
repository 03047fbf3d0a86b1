import { resultText } from "../cel/emitted.ts";
import type { Call, Expression } from "../ir/expression.ts";
import { children } from "../ir/visit.ts";

/** Most bytes of text that a call gives, by those of its operands. A number has none here: it is no text yet. */
export function resultSize(call: Call, sizeOf: (part: Expression) => number): number {
  const operands = children(call);
  const [target] = operands;
  const text = resultText(call);
  if (text === "none" || text === "number" || target === undefined) return 0;
  if (text === "target") return sizeOf(target);
  return text === "replaced" ? replacedSize(call, sizeOf(target), sizeOf) : Math.max(...operands.map(sizeOf));
}

/** Of a text of `whole` bytes after `x.replace(part, by)`, or with a third argument after the first of them. */
function replacedSize({ arguments: args }: Call, whole: number, sizeOf: (part: Expression) => number): number {
  const [part, by] = args.map(sizeOf);
  if (part === undefined || by === undefined || by <= part) return whole;
  if (args.length > 2) return whole + by;
  // The empty text stands before each character and at the end.
  return part === 0 ? whole + (whole + 1) * by : Math.ceil((whole / part) * by) + part;
}

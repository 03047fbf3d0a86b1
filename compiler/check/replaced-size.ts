import type { Call, Expression } from "../ir/expression.ts";

/** Most bytes of a text of `whole` bytes after `x.replace(part, by)`, or with a third argument after the first of them. */
export function replacedSize({ arguments: args }: Call, whole: number, sizeOf: (part: Expression) => number): number {
  const [part, by] = args.map(sizeOf);
  if (part === undefined || by === undefined || by <= part) return whole;
  if (args.length > 2) return whole + by;
  // The empty text stands before each character and at the end.
  return part === 0 ? whole + (whole + 1) * by : Math.ceil((whole / part) * by) + part;
}

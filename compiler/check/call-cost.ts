import type { CallSizes } from "../cel/cost/estimates.ts";
import { emittedFunction } from "../cel/functions/emitted.ts";
import type { Call } from "../ir/expression.ts";
import { children } from "../ir/visit.ts";
import { iterationLimit } from "../language/limits.ts";
import { type SizeContext, yieldsList, maxBytes, meanBytes } from "./text-size.ts";

/** Most cost units of a call, without its operands. */
export function estimatedCallCost(call: Call, around: SizeContext): number {
  const { receiver } = call;
  const row = emittedFunction(call, () => receiver !== undefined && yieldsList(receiver, around));
  return row.estimate(sizesOf(call, around));
}

/** Text is traversed at a tenth of a unit for each byte. */
function sizesOf(call: Call, around: SizeContext): CallSizes {
  const operands = children(call);
  const traversal = (text: Call["receiver"]): number => (text === undefined ? 0 : meanBytes(text, around) / 10 + 1);
  return {
    traversal: (at) => traversal(operands[at]),
    maxBytes: (at) => {
      const text = operands[at];
      return text === undefined ? 0 : maxBytes(text, around);
    },
    ofResult: () => traversal(call),
    entries: iterationLimit,
    addedSteps: call.addedSteps ?? 0,
  };
}

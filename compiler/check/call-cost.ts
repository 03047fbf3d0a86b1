import { iterationLimit } from "../language/limits.ts";
import type { Call, Expression } from "../ir/expression.ts";
import { yieldsList } from "./is-list.ts";
import { queryCost } from "./authorizer-checks.ts";
import { type SizeContext, meanBytes, maxBytes } from "./text-size.ts";

type CallCost = (call: Call, around: SizeContext) => number;

/** Most cost units of a call, without its arguments (apiserver: pkg/cel/library/cost.go; cel-go: interpreter/runtimecost.go). */
export const estimatedCallCost: CallCost = (call, around) => (costs.get(call.function) ?? one)(call, around);

const one: CallCost = () => 1;

/** Text is traversed at a tenth of a unit for each byte. */
function traversal(text: Expression | undefined, around: SizeContext): number {
  return text === undefined ? 0 : meanBytes(text, around) / 10 + 1;
}

const ofArgument: CallCost = ({ arguments: [text] }, around) => traversal(text, around);
const ofReceiver: CallCost = ({ receiver }, around) => traversal(receiver, around);
const twice: CallCost = (call, around) => 2 * ofReceiver(call, around);

/** Of a list, all its texts; each element that is no text counts one. */
const ofElements: CallCost = (call, around) =>
  ofReceiver(call, around) + (call.receiver !== undefined && yieldsList(call.receiver, around) ? iterationLimit : 0);

/** The text as often as the other has bytes, at `factor` of a unit each. */
function product(factor: number): CallCost {
  return (call, around) => {
    const [other] = call.arguments;
    const bytes = other === undefined ? 0 : maxBytes(other, around);
    return ofReceiver(call, around) * Math.max(1, Math.ceil(bytes * factor));
  };
}

/**
 * A pattern counts with a quarter of a unit for each byte, but takes longer where it counts: `[a-z]{1,1000}x` on 1.5 MiB
 * kept Go busy for two minutes, at 629,144 units (measured). So each step that a repetition adds counts a unit.
 */
const ofPattern: CallCost = (call, around) => product(0.25)(call, around) + ofReceiver(call, around) * (call.addedSteps ?? 0);

/** Text is compared at each place anew, for which the API server charges less than for `contains`. */
const position: CallCost = (call, around) =>
  call.receiver !== undefined && yieldsList(call.receiver, around) ? ofElements(call, around) : product(0.1)(call, around);

/** What comes out costs nothing by itself, but somebody has to write it. */
const replacement: CallCost = (call, around) => twice(call, around) + traversal(call, around);

/** Three traversals of the 16 bytes of an IPv6 address, and one. */
const networkCost: CallCost = () => 6;

const costs: ReadonlyMap<string, CallCost> = new Map([
  ["check", () => queryCost],
  ["contains", product(0.1)],
  ["replace", replacement],
  ...each("matches find findAll", ofPattern),
  ...each("startsWith endsWith quantity ip cidr isIP isCIDR double", ofArgument),
  ...each("substring lowerAscii upperAscii trim", ofReceiver),
  ...each("split join", twice),
  ...each("indexOf lastIndexOf", position),
  ...each("containsIP containsCIDR", networkCost),
]);

function each(names: string, cost: CallCost): readonly (readonly [string, CallCost])[] {
  return names.split(" ").map((name) => [name, cost]);
}

import { type Expression, literal, local, method } from "../../ir/expression.ts";
import { matchProblem, matchTextLimit } from "../../language/parse/number-in-text.ts";
import type { CallSite } from "../calls/call.ts";
import type { MatchesValue } from "../collections/collection-values.ts";
import { iterateItems } from "../collections/iterate.ts";
import { after } from "../evaluation-order.ts";
import { isFilled } from "../expressions/coalesce.ts";
import { shortText } from "../numbers/text-to-read.ts";
import { type Dynamic, type PatternValue, type Value, dynamic, rejected } from "../value.ts";
import { findableOf, listOfParts, partsOfMatch, textToMatch } from "./matched.ts";

/** `text.match(/[0-9]+/g)`: `text.findAll('[0-9]+')`, and `null` where there is no match. */
export function lowerMatches(asked: Value, pattern: PatternValue, call: CallSite): Value {
  const found = findAll(asked, pattern, call);
  if (found === undefined) return rejected;
  const { list, demands } = found;
  const guard = isFilled(list.expression);
  return after(demands, { ...list, presence: { kind: "guarded", guard }, isNull: "where absent" });
}

/** `text.matchAll(/x/u)` and `text.replaceAll(/x/u, "")` throw. */
export function withoutG({ flags }: PatternValue, { node, scope }: CallSite): Value {
  return scope.reject("all-without-g", node, { text: node.getText(), flags: `g${flags}` });
}

/** `text.matchAll(/v([0-9]+)/g)`: the same, each with its groups, which the match tells by itself. */
export function lowerMatchAll(asked: Value, pattern: PatternValue, call: CallSite): Value {
  const { node, scope } = call;
  const text = node.getText();
  if (!pattern.flags.includes("g")) return withoutG(pattern, call);
  const found = findAll(asked, pattern, call);
  if (found === undefined) return rejected;
  const { list, demands, findable } = found;
  if (findable.groups === undefined) return scope.reject("unplaced-group", node, { text });
  const matchOf = (item: Expression): Value => listOfParts(partsOfMatch(item, findable), list);
  return after(demands, { kind: "matches", list, matchOf });
}

function findAll(asked: Value, pattern: PatternValue, call: CallSite): (Found & { readonly findable: Findable }) | undefined {
  const findable = findableOf(pattern, call);
  const text = findable && textToMatch(asked, call);
  if (text === undefined || findable === undefined) return undefined;
  if (!findable.isNeverEmpty) {
    call.scope.reject("empty-match", pattern.node, { text: pattern.text });
    return undefined;
  }
  const { text: short, name, demands } = shortText(text, { most: matchTextLimit, problem: matchProblem });
  const { span } = short;
  const found = { ...method(short, "findAll", [literal(findable.re2, span)], span), addedSteps: findable.addedSteps };
  const expression = local(`${name}Matches`, found, "compiler");
  const list = dynamic(expression, { kind: "list", element: { kind: "string" } }, { ascii: text.ascii, small: true });
  return { list, demands, findable };
}

type Findable = NonNullable<ReturnType<typeof findableOf>>;

interface Found {
  readonly list: Dynamic;
  readonly demands: readonly Expression[];
}

/** Methods of `[...text.matchAll(/x/g)]`. */
export const matchesMethods: Readonly<Record<string, (receiver: MatchesValue, call: CallSite) => Value>> = {
  some: (receiver, call) => iterateItems(receiver.list, "exists", { call, itemOf: receiver.matchOf }),
  every: (receiver, call) => iterateItems(receiver.list, "all", { call, itemOf: receiver.matchOf }),
  map: (receiver, call) => iterateItems(receiver.list, "map", { call, itemOf: receiver.matchOf }),
  filter: (receiver, call) => {
    const list = iterateItems(receiver.list, "filter", { call, itemOf: receiver.matchOf });
    return list.kind === "dynamic" ? { ...receiver, list } : rejected;
  },
};

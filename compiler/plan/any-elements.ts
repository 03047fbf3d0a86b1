import { type Call, type Expression, call } from "../ir/expression.ts";
import { once } from "../ir/once.ts";
import { mapChildren, some } from "../ir/expressions/visit.ts";

/**
 * `variables.x.orValue([]).sort()` with elements of any type. Of an optional in a variable the API server knows no type
 * (apiserver: admission/plugin/cel/composition.go), so that the list is what `[]` is: of any one type, and cel-go takes
 * the first that has such a function, which is `int` (checker.go, resolveOverload). Text would not compile then.
 *
 *     variables.x.orValue(dyn([])).sort()
 */
export const sortsAnyElements: (node: Expression) => Expression = once((node) => (some(node, sorts) ? inside(node) : node));

const sorts = (node: Expression): node is Call => node.kind === "call" && sorting.has(node.function);

/** Functions of lists with an overload for each type of element. */
const sorting: ReadonlySet<string> = new Set(["sort", "min", "max"]);

const inside = once((node: Expression): Expression => {
  const resolved = mapChildren(node, inside);
  return sorts(resolved) ? withAnyElements(resolved) : resolved;
});

/** Looks for where the elements of a list come from. */
function withAnyElements(node: Expression): Expression {
  if (node.kind === "comprehension") return { ...node, range: withAnyElements(node.range) };
  if (node.kind !== "call" || node.receiver === undefined) return node;
  const [otherwise] = node.arguments;
  const isFallback = node.function === "orValue" && node.receiver.kind === "variable" && otherwise?.kind === "list";
  if (isFallback) return { ...node, arguments: [call("dyn", [otherwise], otherwise.span)] };
  return { ...node, receiver: withAnyElements(node.receiver) };
}

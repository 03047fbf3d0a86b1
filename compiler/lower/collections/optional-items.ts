import { Node } from "ts-morph";
import type { Shape } from "../../api/shape.ts";
import { type Expression, call, comprehension, identifier, listLiteral, literal, method } from "../../ir/expression.ts";
import { isDyn, withoutType } from "../cel-type.ts";
import { commonOf } from "../expressions/choose.ts";
import { toDynamic } from "../expressions/coerce.ts";
import { asOptional, plain } from "../expressions/presence.ts";
import type { Place } from "../scope.ts";
import { type Dynamic, type ListValue, dynamic, optional } from "../value.ts";
import { freeVariable } from "./free-variable.ts";
import { entriesOf } from "./stored-iteration.ts";

/** As a CEL optional, in which no number has a type that would keep it from being compared with others. */
export function optionalItem(answer: Dynamic): Dynamic {
  const { expression, presence, shape } = answer;
  const isTyped = presence.kind === "guarded" && shape.kind === "number" && !isDyn(expression);
  return { ...answer, expression: asOptional(isTyped ? { ...answer, expression: withoutType(expression) } : answer) };
}

/**
 * An element of such a list. CEL's checker takes the type of what stands in for a number for that of the number, unless
 * it is hidden.
 */
export function itemOfOptionals(item: Expression, shape: Shape, known: Partial<Dynamic>): Dynamic {
  if (shape.kind !== "number") return dynamic(item, shape, { ...known, presence: optional });
  const { span } = item;
  const guard = method(item, "hasValue", [], span);
  const value = method(item, "orValue", [withoutType(literal(0, span))], span);
  return dynamic(value, shape, { ...known, presence: { kind: "guarded", guard } });
}

/** Elements that may be absent, as a list of CEL optionals; undefined after a diagnostic. */
export function optionals({ elements }: ListValue, { node, scope }: Place): Dynamic | undefined {
  const items = elements.map((element) => (element.kind === "dynamic" ? element : toDynamic(element, node, scope)));
  const known = items.filter((item) => item !== undefined);
  if (known.length < items.length) return undefined;
  const common = known.reduce<Dynamic | undefined>((all, item) => all && commonOf(all, item), known[0]);
  if (common === undefined || common.shape.kind !== "string") {
    const wrong = Node.isCallExpression(node) ? node.getExpression() : node;
    scope.reject("not-a-value", wrong, { text: wrong.getText() });
    return undefined;
  }
  const { ascii, showable, typedLevels } = common;
  // A variable hides from CEL's checker that it is an optional, and all elements of a list have one type.
  const span = scope.span(node);
  const expression = listLiteral(
    known.map((item) => withoutType(asOptional(item))),
    span,
  );
  return dynamic(
    expression,
    { kind: "list", element: common.shape },
    { sparse: true, small: true, ascii, showable, typedLevels: typedLevels + 1 },
  );
}

/** The same elements as optionals: `list.map(x, optional.of(x))`. */
export function ofOptionals(list: Dynamic, { node, scope }: Place): Dynamic {
  const span = scope.span(node);
  const variable = freeVariable("x", scope);
  const body = withoutType(call("optional.of", [identifier(variable, span)], span));
  const step = { method: "map", range: plain(list), variable, bound: undefined, entries: entriesOf(list.expression) } as const;
  return { ...list, expression: comprehension({ ...step, body, span }), sparse: true };
}

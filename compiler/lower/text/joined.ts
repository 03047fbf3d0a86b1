import type { Node } from "ts-morph";
import {
  type Expression,
  binary,
  call,
  comprehension,
  conditional,
  identifier,
  literal,
  local,
  method,
} from "../../ir/expression.ts";
import { sinceKubernetes } from "../../cel/emitted.ts";
import { whereAscii } from "../../ir/expressions/shown-text.ts";
import { joinText } from "../../ir/expressions/text.ts";
import { messageTextLimit, unshown } from "../../language/limits.ts";
import { freeVariable } from "../collections/free-variable.ts";
import { joinedAgain } from "./replaced/split-parts.ts";
import { itemOfOptionals } from "../collections/optional-items.ts";
import { entriesOf, typedElements } from "../collections/stored-iteration.ts";
import { named, orderProblem, toDynamic } from "../expressions/coerce.ts";
import { plain } from "../expressions/presence.ts";
import { elementPath, nameOfPath } from "../path.ts";
import type { Place, Scope } from "../scope.ts";
import {
  type Dynamic,
  type Value,
  dynamic,
  dynamicText,
  always,
  levelsOfEntry,
  optional,
  rejected,
  staticValue,
} from "../value.ts";
import type { ShownText, ShownTexts } from "./shown-values.ts";
import { isShownOtherwise, shownInMessage, textInMessage } from "./shown-in-message.ts";

/** What a value is as text. */
type Print = (value: Value, place: Place) => Value;

/** Elements of a list of the cluster's that a message prints one by one. */
const mostPrinted = 64;

/** `list.join(separator)` of a stored list: in CEL of texts, elsewhere what a message has of it. */
export function joinStored(list: Dynamic, separator: Value, place: Place, print: Print): Value {
  const { node, scope } = place;
  if (list.shape.kind !== "list") return rejected;
  const isSorted = list.order === "sorted" && list.shape.element.kind === "string";
  if (isSorted && !scope.requireKubernetes(sinceKubernetes("sort"), node.getText(), node)) return rejected;
  if (list.order !== "given" && !isSorted) return scope.reject(orderProblem(list), node, { text: node.getText() });
  const between = toDynamic(separator, node, scope);
  if (between === undefined) return rejected;
  if (list.shape.element.kind !== "string") return printEach(list, between, place, print);
  const texts = plain(list.sparse ? withoutAbsent(list, place) : typedElements(list, place));
  if (isSorted) return joinSorted(texts, between, place);
  const again = joinedAgain(texts, between.expression);
  const text = again ?? method(texts, "join", [between.expression], scope.span(node));
  return dynamicText(text, { showable: list.showable && between.showable, ascii: list.ascii && between.ascii });
}

/** Texts in their order, in which CEL has them where all are ASCII. */
function joinSorted(texts: Expression, separator: Dynamic, { node, scope }: Place): ShownText {
  const span = scope.span(node);
  const text = (): Expression => {
    const sorted = { ...method(texts, "sort", [], span), entries: entriesOf(texts) };
    const joined = local("sorted", method(sorted, "join", [separator.expression], span), "compiler");
    return whereAscii(joined, messageTextLimit, joined);
  };
  return { kind: "shown", node, text, truth: staticValue(true) };
}

/** JavaScript joins what is absent as empty text. */
function withoutAbsent(list: Dynamic, { scope, node }: Place): Dynamic {
  const span = scope.span(node);
  const variable = freeVariable("x", scope);
  const item = dynamicText(identifier(variable, span), { presence: optional });
  const range = plain(list);
  const step = { method: "map", range, variable, bound: undefined, entries: entriesOf(range), span } as const;
  return { ...list, expression: comprehension({ ...step, body: plain(item) }), presence: always, sparse: false };
}

/** `size(list) <= 64 ? list.map(x, string(x)).join(',') : ...` */
function printEach(list: Dynamic, separator: Dynamic, place: Place, print: Print): Value {
  const { node, scope } = place;
  const elements = typedElements(list, place);
  const range = named(elements, nameOfPath(list.path) ?? "list").expression;
  const { span } = range;
  const variable = freeVariable("x", scope);
  const inside = { node, scope: scope.iterate(variable, list.path) };
  const each = (of: Expression, body: Expression): Expression =>
    comprehension({ method: "map", range: of, variable, body, ...stepOfPrinted(list, scope), span });
  const texts = textsOf(elements, { item: identifier(variable, span), range, each, print, inside });
  if (texts === undefined) return rejected;
  return joinedInMessage(range, texts, separator, node);
}

/** `list.map((x) => `${x.name}: ${x.count}`)`, of which a message has each part as it has all others. */
export function shownTexts(range: Expression, texts: () => Expression, { node }: Place): ShownTexts {
  return { kind: "shown texts", join: (separator) => joinedInMessage(range, texts, separator, node) };
}

function joinedInMessage(range: Expression, texts: () => Expression, separator: Dynamic, node: Node): ShownText {
  const { span } = range;
  const text = (): Expression => {
    const isShort = binary(call("size", [range], span), "<=", literal(mostPrinted, span), span);
    const joined = method(texts(), "join", [separator.expression], span);
    return shownInMessage(dynamicText(conditional(isShort, [joined, literal(unshown, span)], span)));
  };
  return { kind: "shown", node, text, truth: staticValue(true) };
}

export const stepOfPrinted = ({ path }: Dynamic, { iterating }: Scope) =>
  ({ bound: undefined, entries: mostPrinted, path, nesting: iterating.length }) as const;

interface Elements {
  readonly item: Expression;
  readonly range: Expression;
  /** `of.map(x, body)` */
  readonly each: (of: Expression, body: Expression) => Expression;
  readonly print: Print;
  readonly inside: Place;
}

/** The texts of the elements, as a list; undefined after a diagnostic. */
function textsOf(list: Dynamic, { item, range, each, print, inside }: Elements): (() => Expression) | undefined {
  const { shape, path, ascii, showable, wholeUpTo } = list;
  if (shape.kind !== "list") return undefined;
  const more = { ascii, showable, wholeUpTo, path: elementPath(path, "list"), typedLevels: levelsOfEntry(list) };
  const one = print(list.sparse ? itemOfOptionals(item, shape.element, more) : dynamic(item, shape.element, more), inside);
  return one.kind === "rejected" ? undefined : () => each(range, textInMessage(one, inside));
}

/** `[a, b].join("/")`: one after the other, with nothing for what is absent. */
export function joinKnown(elements: readonly Value[], separator: Value, place: Place): Value {
  const { node, scope } = place;
  if (elements.some(({ kind }) => kind === "rejected") || separator.kind === "rejected") return rejected;
  const parts = elements.flatMap((element, at) => (at === 0 ? [element] : [separator, element]));
  if (parts.every((part) => part.kind === "static")) return staticValue(parts.map(({ value }) => value).join(""));
  const shown = (): Expression => joinText(parts.map((part) => textInMessage(part, place)));
  if (parts.some((part) => part.kind === "shown")) return { kind: "shown", node, text: shown, truth: staticValue(true) };
  const texts = parts.map((part) => toDynamic(part, node, scope));
  const known = texts.filter((text) => text !== undefined);
  if (known.length < texts.length) return rejected;
  const [showable, ascii] = [known.every((text) => text.showable), known.every((text) => text.ascii)];
  return dynamicText(joinText(known.map(({ expression }) => expression)), {
    showable,
    ascii,
    ...(known.some(isShownOtherwise) && { shown }),
  });
}

import {
  type ArrayLiteralExpression,
  type Expression as TypeScriptExpression,
  type NoSubstitutionTemplateLiteral,
  Node,
  type NumericLiteral,
  type StringLiteral,
  type TaggedTemplateExpression,
  type TemplateExpression,
} from "ts-morph";
import { sinceKubernetes } from "../../cel/emitted.ts";
import { joinText } from "../../ir/expressions/text.ts";
import { orDefault, toDynamic } from "./coerce.ts";
import { isKeyed, listOf, spread } from "../collections/keyed/distinct.ts";
import { demanded } from "./demand.ts";
import { copied, joinLists } from "../collections/concat.ts";
import { joinFlat } from "../collections/flat/flat.ts";
import { choose } from "./choose.ts";
import { printed } from "../text/printed.ts";
import { isShownOtherwise, textInMessage } from "../text/shown-in-message.ts";
import { truthOf } from "./truth.ts";
import { after, iterationsOf } from "../evaluation-order.ts";
import type { FlatValue } from "../collections/collection-values.ts";
import type { Place, Scope } from "../scope.ts";
import { type Value, dynamicText, listValue, rejected, staticValue } from "../value.ts";

export const lowerTrue = (): Value => staticValue(true);

export const lowerNull = (): Value => staticValue(null);

export const lowerFalse = (): Value => staticValue(false);

export function lowerText(node: StringLiteral | NoSubstitutionTemplateLiteral): Value {
  return staticValue(node.getLiteralText());
}

export function lowerNumber(node: NumericLiteral): Value {
  return staticValue(Number(node.compilerNode.text));
}

/** TypeScript evaluates every element; CEL only those that matter. */
export function lowerArray(node: ArrayLiteralExpression, scope: Scope): Value {
  const elements = node.getElements();
  const values = elements.map((element) => lowerElement(element, scope));
  const [only] = values;
  if (only !== undefined && values.length === 1 && keptAlone.has(only.kind)) return only;
  const parts = values.map((value) => (isKeyed(value) ? listOf(value, { node, scope }) : value));
  if (parts.some(({ kind }) => kind === "flat"))
    return joinFlat(
      parts.map((part) => copied(part, { node, scope })),
      { node, scope },
    );
  const whole = joinLists(parts, { node, scope });
  if (whole.kind !== "list") return whole;
  scope.lowering.budget.spend(whole.elements.length);
  return after(whole.elements.flatMap(iterationsOf), whole);
}

/** What is no list in CEL, and is asked for its elements anyway. */
const keptAlone: ReadonlySet<Value["kind"]> = new Set(["set", "entries", "indexed", "matches"] as const);

/** `first` of `first ? [first] : []`: the list is made where it is there. */
function isTestedFor(element: TypeScriptExpression): boolean {
  const list = element.getParent();
  const choice = list?.getParent();
  if (!Node.isConditionalExpression(choice) || choice.getWhenTrue() !== list) return false;
  const [test, name] = [choice.getCondition(), element.getText()];
  if (test.getText() === name) return true;
  if (!Node.isBinaryExpression(test) || test.getLeft().getText() !== name) return false;
  return ["!== undefined", "!= undefined", "!= null"].includes(
    `${test.getOperatorToken().getText()} ${test.getRight().getText()}`,
  );
}

/** One element as a list of one, or the list that is spread. */
function lowerElement(element: TypeScriptExpression, scope: Scope): Value {
  const value = scope.lower(Node.isSpreadElement(element) ? element.getExpression() : element);
  if (value.kind === "rejected") return rejected;
  if (!Node.isSpreadElement(element))
    return listValue([value.kind === "dynamic" && isTestedFor(element) ? orDefault(value) : value]);
  const there = demanded(value, { receiver: element.getExpression(), node: element, scope });
  if (value.kind === "flat") return spreadFlat(value, { node: element, scope });
  if (isKeyed(value)) return spread(value, { node: element, scope });
  if (isTextual(there)) return spread(there, { node: element, scope });
  if (keptAlone.has(value.kind) && isAlone(element)) return value;
  const isList = value.kind === "list" || (value.kind === "dynamic" && value.shape.kind === "list");
  return isList ? there : scope.reject("spread-of-stored", element, { text: element.getText() });
}

/** Of which an older Kubernetes has no one list. */
function spreadFlat(value: FlatValue, place: Place): Value {
  return place.scope.lowering.kube < sinceKubernetes("flatten") ? value : value.asOne(place.scope);
}

function isTextual(value: Value): boolean {
  if (value.kind === "static") return typeof value.value === "string";
  return value.kind === "dynamic" && value.shape.kind === "string";
}

function isAlone(element: TypeScriptExpression): boolean {
  const list = element.getParent();
  return Node.isArrayLiteralExpression(list) && list.getElements().length === 1;
}

/** `String.raw` of what has nothing in it. */
export function lowerRaw(node: TaggedTemplateExpression, scope: Scope): Value {
  const template = node.getTemplate();
  if (node.getTag().getText() === "String.raw" && Node.isNoSubstitutionTemplateLiteral(template))
    return staticValue(template.compilerNode.rawText ?? template.getText().slice(1, -1));
  const help = "write a template without a tag, or put text together with `+`";
  return scope.reject("unsupported-expression", node, { kind: "tagged template expression", help });
}

/** `a${b}c` is text put together, of whatever JavaScript prints. */
export function lowerTemplate(node: TemplateExpression, scope: Scope): Value {
  let text: Value = staticValue(node.getHead().getLiteralText());
  for (const span of node.getTemplateSpans()) {
    const part = span.getExpression();
    const value = printed(scope.lowerAny(part), { node: part, scope });
    text = concatenate(concatenate(text, value, node, scope), staticValue(span.getLiteral().getLiteralText()), node, scope);
  }
  return text;
}

/** Of two texts. */
export function concatenate(left: Value, right: Value, node: Node, scope: Scope): Value {
  if (left.kind === "rejected" || right.kind === "rejected") return rejected;
  if (left.kind === "static" && right.kind === "static")
    return knownText(`${String(left.value)}${String(right.value)}`, node, scope);
  if (left.kind === "static" && left.value === "") return right;
  if (right.kind === "static" && right.value === "") return left;
  const place = { node, scope };
  const shown = once(() => joinText([textInMessage(left, place), textInMessage(right, place)]));
  if (left.kind === "shown" || right.kind === "shown")
    return { kind: "shown", node, text: shown, truth: choose(truthOf(left), [staticValue(true), truthOf(right)], place) };
  const [a, b] = [toDynamic(left, node, scope), toDynamic(right, node, scope)];
  if (a === undefined || b === undefined) return rejected;
  const known = { showable: a.showable && b.showable, ascii: a.ascii && b.ascii };
  return dynamicText(joinText([a.expression, b.expression]), { ...known, ...([a, b].some(isShownOtherwise) && { shown }) });
}

/** A helper's text may be put into several: what a message has of it is worked out when one asks, and once. */
function once<Result>(work: () => Result): () => Result {
  let known: { readonly result: Result } | undefined;
  return () => (known ??= { result: work() }).result;
}

/** As long as the longest CEL that the API server reads: no longer text can become part of any. */
const longestText = 100_000;

function knownText(text: string, node: Node, scope: Scope): Value {
  return text.length > longestText ? scope.reject("too-large", node, { text: node.getText() }) : staticValue(text);
}

import type { Node } from "ts-morph";
import { type Expression, call, conditional, demandThat, literal } from "../../ir/expression.ts";
import { unshown } from "../../language/limits.ts";
import { numberProblems } from "../../language/parse/number-in-text.ts";
import { choose, presenceOf } from "../expressions/choose.ts";
import { after, isNeverThere, iterationsOf } from "../evaluation-order.ts";
import { hasType, plain } from "../expressions/presence.ts";
import { truthOf } from "../expressions/truth.ts";
import { printedBigInt } from "../numbers/big-int.ts";
import { exactNumber, printsExactly, shownNumber } from "../numbers/shown-number.ts";
import type { Place } from "../scope.ts";
import type { Shape } from "../../api/shape.ts";
import {
  type Dynamic,
  type ListValue,
  type StaticValue,
  type Value,
  always,
  dynamicBoolean,
  dynamicText,
  isNothing,
  rejected,
  staticValue,
  undefinedValue,
} from "../value.ts";
import { type InPlace, absentText, isPerhapsAbsent, withWarning } from "./absent-text.ts";
import { joinKnown, joinStored } from "./joined.ts";
import { textInMessage } from "./shown-in-message.ts";
import type { ShownText } from "./shown-values.ts";

/**
 * What JavaScript prints for a value, `String(value)`: text that the compiler knows, text in CEL, or `shown` where CEL
 * does not always write the same.
 */
export function printed(value: Value, place: Place): Value {
  return printedWith(byName, value, place);
}

/** The same as text that a rule may compare: of a number that CEL writes otherwise the rule has no answer. */
export function printedExactly(value: Value, place: Place): Value {
  return printedWith({ ...byName, isExact: true }, value, place);
}

/** The same for an element of a list that is joined, which has nothing in the place of `undefined`. */
export function printedElement(value: Value, place: Place): Value {
  return printedWith({ inPlace: "nothing", isExact: false }, value, place);
}

/** `isExact`: no number is `shown`. */
interface Manner {
  readonly inPlace: InPlace;
  readonly isExact: boolean;
}

const byName: Manner = { inPlace: "its name", isExact: false };

function printedWith(manner: Manner, value: Value, place: Place): Value {
  switch (value.kind) {
    case "rejected":
    case "shown":
      return value;
    case "static":
      return staticValue(manner.inPlace === "nothing" && isNothing(value) ? "" : String(value.value));
    case "mixed": {
      const { condition, branches } = value.choice;
      return chooseText(condition, [printedWith(manner, branches[0], place), printedWith(manner, branches[1], place)], place);
    }
    case "dynamic":
      return printedDynamic(manner, value, place);
    case "object":
      return after(iterationsOf(value), objectText(place));
    case "list":
      return joined(value, staticValue(","), place);
    case "inherited":
      return shownText(place.node, { text: () => literal(unshown, place.scope.span(place.node)), truth: staticValue(true) });
    case "carried":
    case "carried test":
      return place.scope.rejectLimited(value);
    default:
      return unprintable(place);
  }
}

/** `list.join(separator)` */
export function joined(list: ListValue | Dynamic, separator: Value, place: Place): Value {
  if (list.kind === "dynamic") return joinStored(list, separator, place, printedElement);
  const elements = list.elements.map((element) => printedElement(element, place));
  return joinKnown(elements, printed(separator, place), place);
}

/** `condition ? a : b` of texts. */
function chooseText(condition: Value, branches: readonly [Value, Value], place: Place): Value {
  const [whenTrue, whenFalse] = branches;
  const truth = truthOf(condition);
  if ([truth, whenTrue, whenFalse].some(({ kind }) => kind === "rejected")) return rejected;
  if (truth.kind !== "dynamic") return truth.kind === "static" && truth.value === true ? whenTrue : whenFalse;
  if (whenTrue.kind !== "shown" && whenFalse.kind !== "shown") return choose(truth, branches, place);
  return shownText(place.node, {
    text: () =>
      conditional(
        truth.expression,
        [textInMessage(whenTrue, place), textInMessage(whenFalse, place)],
        place.scope.span(place.node),
      ),
    truth: choose(truth, [truthOf(whenTrue), truthOf(whenFalse)], place),
  });
}

function printedDynamic(manner: Manner, value: Dynamic, place: Place): Value {
  const { inPlace } = manner;
  if (isNeverThere(value)) return after(iterationsOf(value), absentText(inPlace, value, place));
  const there: Dynamic = { ...value, expression: plain(value), presence: always, typed: true };
  if (!isPerhapsAbsent(inPlace, value)) return printedThere(there, manner, place);
  const otherwise = absentText(inPlace, value, place);
  const text =
    value.shape.kind === "string" && value.presence.kind === "optional" && otherwise.kind === "static"
      ? { ...there, ...orText(value, { manner, otherwise, place }) }
      : chooseText(presenceOf(value), [printedThere(there, manner, place), otherwise], place);
  return inPlace === "nothing" ? text : withWarning(text, value, place);
}

interface OrText {
  readonly manner: Manner;
  readonly otherwise: StaticValue;
  readonly place: Place;
}

/** A text, or another where it is absent; of one of two texts that may be absent each a message asks which. */
function orText(value: Dynamic, { manner, otherwise, place }: OrText): Pick<Dynamic, "expression" | "shown"> {
  const { chosen } = value;
  const span = place.scope.span(place.node);
  const expression = plain(value, literal(String(otherwise.value), span));
  if (chosen === undefined) return { expression, shown: undefined };
  const of = (branch: Dynamic | undefined): Value => (branch === undefined ? otherwise : printedWith(manner, branch, place));
  const [whenTrue, whenFalse] = chosen.branches;
  const shown = (): Expression =>
    conditional(chosen.test, [textInMessage(of(whenTrue), place), textInMessage(of(whenFalse), place)], span);
  return { expression, shown };
}

function shownText(node: Node, parts: Pick<ShownText, "text" | "truth">): ShownText {
  return { kind: "shown", node, ...parts };
}

function printedThere(value: Dynamic, manner: Manner, place: Place): Value {
  const { shape, expression } = value;
  const span = place.scope.span(place.node);
  switch (shape.kind) {
    case "string":
      return value;
    case "boolean":
      return dynamicText(call("string", [expression], span), { ascii: true, showable: true });
    case "number":
      return printedNumber(value, manner, place);
    case "map":
    case "record":
      return after(iterationsOf(value), objectText(place));
    case "union":
      return printedAs(value, shape.members, { manner, place });
    case "unknown":
      return printedAs(value, scalars, { manner, place });
    case "opaque":
      return shape.type === "bigint" ? printedBigInt(expression) : unprintable(place);
    case "list":
      // A list of anything may hold others, and so on.
      if (shape.element.kind === "unknown" && place.scope.iterating.length > 0)
        return shownText(place.node, { text: () => literal(unshown, span), truth: staticValue(true) });
      return joined(value, staticValue(","), place);
    default:
      return unprintable(place);
  }
}

const scalars: readonly Shape[] = [
  { kind: "string" },
  { kind: "boolean" },
  { kind: "number" },
  { kind: "map", value: { kind: "unknown" } },
  { kind: "list", element: { kind: "unknown" } },
];

/** Something of one of several types. */
function printedAs(value: Dynamic, [first, ...others]: readonly Shape[], how: { manner: Manner; place: Place }): Value {
  const { manner, place } = how;
  if (first === undefined) return undefinedValue;
  const one = printedThere({ ...value, shape: first }, manner, place);
  if (others.length === 0) return one;
  const isSuch = dynamicBoolean(hasType(value.expression, first));
  return chooseText(isSuch, [one, printedAs(value, others, how)], place);
}

function printedNumber(value: Dynamic, { isExact }: Manner, place: Place): Value {
  const span = place.scope.span(place.node);
  if (printsExactly(value)) return dynamicText(call("string", [value.expression], span), { ascii: true, showable: true });
  if (isExact) {
    const { text, isAlike } = exactNumber(value);
    return after([demandThat(isAlike, numberProblems.text)], dynamicText(text, { ascii: true, showable: true }));
  }
  return shownText(place.node, { text: () => shownNumber(value), truth: staticValue(true) });
}

function objectText({ node, scope }: Place): Dynamic {
  const text = literal("[object Object]", scope.span(node));
  return dynamicText(text, {
    ascii: true,
    shown: () => {
      scope.warn("object-in-message", node, { text: node.getText() });
      return text;
    },
  });
}

function unprintable({ node, scope }: Place): Value {
  return scope.reject("not-text", node, { text: node.getText() });
}

import { type Expression, Node } from "ts-morph";
import { call, conditional, literal } from "../../ir/expression.ts";
import { unshown } from "../../language/limits.ts";
import { choose, presenceOf } from "../expressions/choose.ts";
import { after, isNeverThere, iterationsOf } from "../evaluation-order.ts";
import { declaredType } from "../expressions/narrow.ts";
import { hasType, isNullable, plain } from "../expressions/presence.ts";
import { truthOf } from "../expressions/truth.ts";
import { printsExactly, shownNumber } from "../numbers/shown-number.ts";
import type { Place } from "../scope.ts";
import type { Shape } from "../../api/shape.ts";
import {
  type Dynamic,
  type ListValue,
  type ShownText,
  type Value,
  always,
  dynamicBoolean,
  dynamicText,
  rejected,
  staticValue,
  undefinedValue,
} from "../value.ts";
import { joinKnown, joinStored } from "./joined.ts";
import { shownInMessage, textInMessage } from "./shown-in-message.ts";

/**
 * What JavaScript prints for a value, `String(value)`: text that the compiler knows, text in CEL, or `shown` where CEL
 * does not always write the same.
 */
export function printed(value: Value, place: Place): Value {
  return printedOr("undefined", value, place);
}

/** The same for an element of a list that is joined, which has nothing in the place of `undefined`. */
export function printedElement(value: Value, place: Place): Value {
  return printedOr("", value, place);
}

type Absent = "undefined" | "";

function printedOr(absent: Absent, value: Value, place: Place): Value {
  switch (value.kind) {
    case "rejected":
    case "shown":
      return value;
    case "static":
      return staticValue(value.value === undefined ? absent : String(value.value));
    case "mixed": {
      const { condition, branches } = value.choice;
      return chooseText(condition, [printedOr(absent, branches[0], place), printedOr(absent, branches[1], place)], place);
    }
    case "dynamic":
      return isNeverThere(value) ? after(iterationsOf(value), staticValue(absent)) : printedDynamic(absent, value, place);
    case "object":
      return after(iterationsOf(value), objectText(place));
    case "list":
      return joined(value, staticValue(","), place);
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

function printedDynamic(absent: Absent, value: Dynamic, place: Place): Value {
  const there: Dynamic = { ...value, expression: plain(value), presence: always, typed: true };
  if (!mayPrint(absent, value, place.node)) return printedThere(there, place);
  const warned = (text: Value): Value => (absent === "" ? text : withWarning(text, place));
  if (value.shape.kind !== "string" || value.presence.kind !== "optional") {
    const either = [printedThere(there, place), staticValue(absent)] as const;
    return warned(chooseText(presenceOf(value), either, place));
  }
  const expression = plain(value, literal(absent, place.scope.span(place.node)));
  return warned({ ...there, expression, shown: shownOfOptional(absent, value, place) });
}

/** Of one of two texts that may be absent each. */
function shownOfOptional(absent: Absent, { chosen, expression }: Dynamic, place: Place): Dynamic["shown"] {
  if (chosen === undefined) return undefined;
  const of = (branch: Dynamic | undefined): Value =>
    branch === undefined ? staticValue(absent) : printedOr(absent, branch, place);
  const [whenTrue, whenFalse] = chosen.branches;
  return () =>
    conditional(chosen.test, [textInMessage(of(whenTrue), place), textInMessage(of(whenFalse), place)], expression.span);
}

function shownText(node: Node, parts: Pick<ShownText, "text" | "truth">): ShownText {
  return { kind: "shown", node, ...parts };
}

/** The message has been asked for it, and may read `undefined`. */
function withWarning(text: Value, { node, scope }: Place): Value {
  const warn = (): void => scope.warn("absent-in-message", node, { text: node.getText() });
  if (text.kind === "shown")
    return {
      ...text,
      text: () => {
        warn();
        return text.text();
      },
    };
  if (text.kind !== "dynamic") return text;
  return {
    ...text,
    shown: () => {
      warn();
      return shownInMessage(text);
    },
  };
}

/**
 * Whether JavaScript may find nothing here. What TypeScript has narrowed is there; what it believes to be there by its
 * declaration may be absent all the same.
 */
function mayPrint(absent: Absent, { presence, typed }: Dynamic, node: Node): boolean {
  if (presence.kind === "always") return false;
  // An element of a list stands for itself, not for the list.
  if (absent === "" || !Node.isExpression(node)) return absent === "";
  return isNullable(node.getType()) || isDeclaredThere(node, typed);
}

/** An entry of a list or map that TypeScript takes to be there, or a required field, unless the API server demands it. */
function isDeclaredThere(node: Expression, typed: boolean): boolean {
  if (!Node.isPropertyAccessExpression(node) && !Node.isElementAccessExpression(node)) return false;
  const field = Node.isPropertyAccessExpression(node) ? node.getNameNode().getSymbol() : undefined;
  if (field !== undefined && (typed || field.isOptional())) return false;
  const declared = declaredType(node);
  return declared !== undefined && !isNullable(declared);
}

function printedThere(value: Dynamic, place: Place): Value {
  const { shape, expression } = value;
  const span = place.scope.span(place.node);
  switch (shape.kind) {
    case "string":
      return value;
    case "boolean":
      return dynamicText(call("string", [expression], span), { ascii: true, showable: true });
    case "number":
      return printedNumber(value, place);
    case "map":
    case "record":
      return after(iterationsOf(value), objectText(place));
    case "union":
      return printedAs(value, shape.members, place);
    case "unknown":
      return printedAs(value, scalars, place);
    case "list":
      if (shape.element.kind === "unknown")
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
function printedAs(value: Dynamic, [first, ...others]: readonly Shape[], place: Place): Value {
  if (first === undefined) return undefinedValue;
  const one = printedThere({ ...value, shape: first }, place);
  if (others.length === 0) return one;
  const isSuch = dynamicBoolean(hasType(value.expression, first));
  return chooseText(isSuch, [one, printedAs(value, others, place)], place);
}

function printedNumber(value: Dynamic, place: Place): Value {
  const span = place.scope.span(place.node);
  if (printsExactly(value)) return dynamicText(call("string", [value.expression], span), { ascii: true, showable: true });
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

import { type Expression, Node } from "ts-morph";
import { choose } from "../expressions/choose.ts";
import { declaredType } from "../expressions/narrow.ts";
import { isNullNow } from "../expressions/null.ts";
import { isNullable } from "../expressions/presence.ts";
import type { Place } from "../scope.ts";
import { type Dynamic, type Value, staticValue } from "../value.ts";
import { shownInMessage } from "./shown-in-message.ts";

/** What a text has in place of what is absent: its name, and among elements that are joined nothing. */
export type InPlace = "its name" | "nothing";

/** `undefined` or `null`, as JavaScript would print it where the value is absent. */
export function absentText(inPlace: InPlace, value: Dynamic, place: Place): Value {
  if (inPlace === "nothing") return staticValue("");
  if (typeof value.isNull === "string") return staticValue(value.isNull === "never" ? "undefined" : "null");
  return choose(isNullNow(value), [staticValue("null"), staticValue("undefined")], place);
}

/** The same text, and a warning where a message asks for it. */
export function withWarning(text: Value, { isNull }: Dynamic, { node, scope }: Place): Value {
  const word = isNull === "where absent" ? "null" : "undefined";
  const warn = (): void => scope.warn("absent-in-message", node, { text: node.getText(), word });
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
export function isPerhapsAbsent(inPlace: InPlace, { presence, typed }: Dynamic, node: Node): boolean {
  if (presence.kind === "always") return false;
  // An element of a list is no expression of its own.
  if (inPlace === "nothing" || !Node.isExpression(node)) return inPlace === "nothing";
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

import { choose } from "../expressions/choose.ts";
import { isNullNow } from "../expressions/null.ts";
import type { Place } from "../scope.ts";
import { type Dynamic, type Value, mayBeAbsent, staticValue } from "../value.ts";
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

/** Whether JavaScript may find nothing here. An element of a list is no expression of which its author has found out. */
export function isPerhapsAbsent(inPlace: InPlace, value: Dynamic): boolean {
  return inPlace === "nothing" ? value.presence.kind !== "always" : mayBeAbsent(value);
}

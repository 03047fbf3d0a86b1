import type { Span } from "../../../diagnostics/span.ts";
import { type Expression, binary, conditional, listLiteral, literal, method, sequence } from "../../../ir/expression.ts";
import { splitText } from "../../../ir/expressions/parts-of-text.ts";
import { placeInText } from "../../../ir/expressions/text.ts";
import { named } from "../../expressions/coerce.ts";
import { dynamicText } from "../../value.ts";

/**
 * `text.split("/").slice(1)` is what stands behind the first separator, parted again, and `slice(0, -1)` what stands
 * before the last: `x.contains('/') ? x.substring(x.indexOf('/') + 1).split('/') : []`. Undefined for all else.
 */
export function partOfSplit(
  list: Expression,
  [start, end]: readonly [number, number | undefined],
  span: Span,
): Expression | undefined {
  const [text, separator] = [splitText(list), separatorOf(list)];
  if (text === undefined || separator === undefined) return undefined;
  const { expression: whole } = named(dynamicText(text), "text");
  const rest = restOf(whole, separator, [start, end], span);
  if (rest === undefined) return undefined;
  const by = literal(separator, span);
  return conditional(method(whole, "contains", [by], span), [method(rest, "split", [by], span), listLiteral([], span)], span);
}

function restOf(
  whole: Expression,
  separator: string,
  [start, end]: readonly [number, number | undefined],
  span: Span,
): Expression | undefined {
  const by = literal(separator, span);
  const length = Array.from(separator).length;
  if (start === 1 && end === undefined) {
    const behind = binary(placeInText(whole, "indexOf", [by], span), "+", literal(length, span), span);
    return method(whole, "substring", [behind], span);
  }
  // The last one by itself may begin inside of the last one that parts: "aaa" is parted at its first two letters.
  if (start !== 0 || end !== -1 || length !== 1) return undefined;
  return method(whole, "substring", [literal(0, span), placeInText(whole, "lastIndexOf", [by], span)], span);
}

/** `text.split(by).join(by)` is the text, also of what `partOfSplit` has written. */
export function joinedAgain(list: Expression, separator: Expression): Expression | undefined {
  if (list.kind === "local") return joinedAgain(list.definition, separator);
  if (list.kind === "sequence") {
    const text = joinedAgain(list.then, separator);
    return text && sequence(list.first, text);
  }
  if (list.kind === "conditional") {
    const [parts, nothing] = [joinedAgain(list.whenTrue, separator), list.whenFalse];
    if (parts === undefined || nothing.kind !== "list" || nothing.elements.length > 0) return undefined;
    return conditional(list.condition, [parts, literal("", list.span)], list.span);
  }
  const isSame = separator.kind === "literal" && separator.value === separatorOf(list);
  return isSame && list.kind === "call" ? list.receiver : undefined;
}

function separatorOf(list: Expression): string | undefined {
  if (list.kind === "local") return separatorOf(list.definition);
  if (list.kind === "sequence") return separatorOf(list.then);
  const [by] = list.kind === "call" && list.function === "split" ? list.arguments : [];
  return by?.kind === "literal" && typeof by.value === "string" && by.value !== "" ? by.value : undefined;
}

import type { PlainText } from "../../../language/parse/plain-pattern.ts";
import { matchTextLimit } from "../../../language/parse/number-in-text.ts";
import {
  type Expression,
  binary,
  call as celCall,
  comprehension,
  conditional,
  identifier,
  literal,
  method,
} from "../../../ir/expression.ts";
import { freeVariable } from "../../collections/free-variable.ts";
import { named } from "../../expressions/coerce.ts";
import { after } from "../../evaluation-order.ts";
import { type Alternatives, allParts } from "../../patterns/pattern.ts";
import type { Findable } from "../../patterns/translate.ts";
import { type Dynamic, type PatternValue, type Value, dynamicText, rejected } from "../../value.ts";
import type { CallSite } from "../../calls/call.ts";
import { findableOf, textToMatch } from "../matched.ts";
import { askMore, dividedBy, plainForm, textToDivide } from "./split-pattern.ts";

/** `text.replace(/^prod-/, "")` and `replaceAll`: of what CEL finds it knows where it stands, or there is one place for it. */
export function replacePattern(asked: Value, [pattern, by]: readonly [PatternValue, Value], call: CallSite): Value {
  const text = textToMatch(asked, call);
  const findable = text && findableOf(pattern, call);
  const other = replacementIn(by, call);
  if (text === undefined || findable === undefined || other === undefined) return rejected;
  const { text: read, demands } = textToDivide(text, pattern, call);
  const whole = named(read, "text");
  const known = { ascii: text.ascii && /^[\0-\x7f]*$/.test(other) };
  const result = replacedIn(whole, other, { findable, pattern, call });
  return result === undefined
    ? askMore(call)
    : after(demands, dynamicText(result, { ...known, showable: text.showable && other === "" }));
}

/** A text that stands for itself: of `$$` JavaScript makes `$`, and of other dollars something else. */
function replacementIn(by: Value, { node, scope }: CallSite): string | undefined {
  const isText = by.kind === "static" && typeof by.value === "string" && !by.value.replaceAll("$$", "").includes("$");
  if (isText) return by.value.replaceAll("$$", "$");
  if (by.kind !== "rejected") scope.reject("replacement-pattern", node, { text: node.getText() });
  return undefined;
}

interface Replacing {
  readonly findable: Findable;
  readonly pattern: PatternValue;
  readonly call: CallSite;
}

/** Undefined where CEL has no such form. */
function replacedIn(text: Dynamic, by: string, { findable, pattern, call }: Replacing): Expression | undefined {
  const { expression } = text;
  const { span } = expression;
  const isAll = pattern.flags.includes("g");
  const plain = plainForm(pattern);
  const other = literal(by, span);
  if (plain?.fixed !== undefined) return replacedText(expression, plain.fixed, { other, isAll });
  const edges = edgesOf(findable.alternatives);
  if (edges === undefined) return undefined;
  if (isAll && edges === "none") {
    const parts = dividedBy(text, pattern, findable) ?? eachCharacter(text, pattern, { findable, other, call });
    return parts && method(parts, "join", [plain === undefined && isOne(findable) ? literal("", span) : other], span);
  }
  if (by !== "" && !findable.isNeverEmpty) return undefined;
  const found = { ...method(expression, "find", [literal(findable.re2, span)], span), addedSteps: findable.addedSteps };
  const { expression: match } = named(dynamicText(found), "match");
  return whereFound(match, by, { then: replacedMatch(expression, match, { edges, other }), otherwise: expression });
}

/** A class by itself takes one character. */
const isOne = ({ alternatives: [only = [], ...others] }: Findable): boolean =>
  others.length === 0 && only.length === 1 && only[0]?.kind === "class";

/** `text.split('').map(c, c.matches('^[^a-z]$') ? '-' : c)`; undefined where a match may be of several characters. */
function eachCharacter(
  { expression: text }: Dynamic,
  { flags }: PatternValue,
  { findable, other, call }: { findable: Findable; other: Expression; call: CallSite },
): Expression | undefined {
  if (!isOne(findable) || flags.includes("i")) return undefined;
  const { span } = text;
  const range = method(text, "split", [literal("", span)], span);
  const variable = freeVariable("c", call.scope);
  const one = identifier(variable, span);
  const isSuch = method(one, "matches", [literal(`^${findable.re2}$`, span)], span);
  const step = { method: "map", variable, bound: undefined, entries: matchTextLimit, span } as const;
  return comprehension({ ...step, range, body: conditional(isSuch, [other, one], span) });
}

function replacedText(text: Expression, { text: part, isAtStart, isAtEnd }: PlainText, { other, isAll }: Other): Expression {
  const { span } = text;
  const old = literal(part, span);
  if (!isAtStart && !isAtEnd) return method(text, "replace", [old, other, ...(isAll ? [] : [literal(1, span)])], span);
  const length = literal(part.length, span);
  if (isAtStart && isAtEnd) return conditional(binary(text, "==", old, span), [other, text], span);
  const isThere = method(text, isAtStart ? "startsWith" : "endsWith", [old], span);
  const rest = isAtStart
    ? joined(other, method(text, "substring", [length], span))
    : joined(method(text, "substring", [literal(0, span), minus(sizeOf(text), length)], span), other);
  return conditional(isThere, [rest, text], span);
}

interface Other {
  readonly other: Expression;
  readonly isAll: boolean;
}

type Edges = "none" | "start" | "end";

/** Where a match has to stand; undefined where that is not the same for all. */
function edgesOf(alternatives: Alternatives): Edges | undefined {
  const edges = [...allParts(alternatives)].filter(({ kind }) => kind === "edge");
  if (edges.length === 0) return "none";
  const [only, ...others] = alternatives;
  const [first, last] = [only?.[0], only?.at(-1)];
  if (others.length > 0 || edges.length > 2) return undefined;
  const isAtStart = first?.kind === "edge" && first.mark === "^";
  const isAtEnd = last?.kind === "edge" && last.mark === "$";
  if (edges.length !== Number(isAtStart) + Number(isAtEnd)) return undefined;
  return isAtStart ? "start" : "end";
}

/** The match at the beginning or the end; of any other one the same text does not stand before it. */
function replacedMatch(text: Expression, match: Expression, { edges, other }: { edges: Edges; other: Expression }): Expression {
  const { span } = text;
  if (edges === "none") return method(text, "replace", [match, other, literal(1, span)], span);
  if (edges === "start") return joined(other, method(text, "substring", [sizeOf(match)], span));
  return joined(method(text, "substring", [literal(0, span), minus(sizeOf(text), sizeOf(match))], span), other);
}

/** Without a match nothing is left out. */
function whereFound(match: Expression, by: string, { then, otherwise }: { then: Expression; otherwise: Expression }): Expression {
  const { span } = match;
  return by === "" ? then : conditional(binary(match, "!=", literal("", span), span), [then, otherwise], span);
}

function joined(a: Expression, b: Expression): Expression {
  const isNothing = (part: Expression): boolean => part.kind === "literal" && part.value === "";
  if (isNothing(a)) return b;
  return isNothing(b) ? a : binary(a, "+", b, b.span);
}

const minus = (a: Expression, b: Expression): Expression => binary(a, "-", b, a.span);

const sizeOf = (text: Expression): Expression => celCall("size", [text], text.span);

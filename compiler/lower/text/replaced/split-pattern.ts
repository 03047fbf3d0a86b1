import { matchProblem, matchTextLimit } from "../../../language/parse/number-in-text.ts";
import { type PlainPattern, plainPattern } from "../../../language/parse/plain-pattern.ts";
import {
  type Expression,
  binary,
  comprehension,
  conditional,
  identifier,
  listLiteral,
  literal,
  method,
} from "../../../ir/expression.ts";
import { placeInText } from "../../../ir/expressions/text.ts";
import { freeVariable } from "../../collections/free-variable.ts";
import { named } from "../../expressions/coerce.ts";
import { after } from "../../evaluation-order.ts";
import { shortText, textForPattern } from "../../numbers/text-to-read.ts";
import { type CodePoints, codePointsOf } from "../../patterns/classes.ts";
import type { CharacterClass, PatternPart } from "../../patterns/pattern.ts";
import { printPattern } from "../../patterns/print-pattern.ts";
import type { Findable } from "../../patterns/translate.ts";
import type { Scope } from "../../scope.ts";
import { type Dynamic, type PatternValue, type Value, dynamic, rejected } from "../../value.ts";
import type { CallSite } from "../../calls/call.ts";
import { findableOf, textToMatch } from "../matched.ts";

/** `text.split(/[,;]/)`, `text.split(/\s+/)`, and parts without the spaces beside a separator. */
export function splitByPattern(asked: Value, pattern: PatternValue, call: CallSite): Value {
  const text = textToMatch(asked, call);
  const findable = text && findableOf(pattern, call);
  if (text === undefined || findable === undefined) return rejected;
  const { text: read, demands } = textToDivide(text, pattern, call);
  const whole = named(read, "text");
  const parts = dividedBy(whole, pattern, findable) ?? aroundSpaces(whole.expression, findable, call.scope);
  if (parts === undefined) return askMore(call);
  const isShort = plainForm(pattern) === undefined;
  const { showable, ascii } = text;
  const list = { showable, ascii, small: showable || isShort };
  return after(demands, dynamic(parts, { kind: "list", element: { kind: "string" } }, list));
}

export function askMore({ node, scope }: CallSite): Value {
  const callee = node.getExpression();
  return scope.reject("asks-more-of-pattern", callee, { text: callee.getText() });
}

export const plainForm = ({ source, flags }: PatternValue): PlainPattern | undefined => plainPattern(source, flags);

/** A text of any length, where the pattern is plain; where it is none, a short one. */
export function textToDivide(
  text: Dynamic,
  pattern: PatternValue,
  call: CallSite,
): { text: Dynamic; demands: readonly Expression[] } {
  const limited = textForPattern(text, call);
  if (plainForm(pattern) !== undefined) return limited;
  const short = shortText(limited.text, { most: matchTextLimit, problem: matchProblem });
  return { text: { ...limited.text, expression: short.text }, demands: [...limited.demands, ...short.demands] };
}

/** The parts, as `split` has them; undefined where the pattern takes more than one of some characters, or as many as there are. */
export function dividedBy({ expression }: Dynamic, pattern: PatternValue, findable: Findable): Expression | undefined {
  const { span } = expression;
  const plain = plainForm(pattern);
  if (plain?.separator !== undefined) {
    const one = (plain.same ?? []).reduce<Expression>(
      (text, [from, by]) => method(text, "replace", [literal(from, span), literal(by, span)], span),
      expression,
    );
    return method(one, "split", [literal(plain.separator, span)], span);
  }
  const part = onlyPart(findable);
  const isMany = part?.kind === "repeated" && part.least === 1 && part.most === undefined && !part.isLazy;
  const separators = isMany ? classOf(part.part) : undefined;
  return separators === undefined || pattern.flags.includes("i") ? undefined : betweenMany(expression, separators);
}

function onlyPart({ alternatives }: Findable): PatternPart | undefined {
  const [only, ...others] = alternatives;
  return others.length === 0 && only?.length === 1 ? only[0] : undefined;
}

function classOf(part: PatternPart): CharacterClass | undefined {
  if (part.kind === "class") return part;
  if (part.kind !== "character") return undefined;
  return { kind: "class", isNegated: false, items: [{ kind: "range", first: part.codePoint, last: part.codePoint }] };
}

/** `text.findAll('[^,;]+')`, with an empty part before a separator at the beginning, and behind one at the end. */
function betweenMany(text: Expression, separators: CharacterClass): Expression {
  const { span } = text;
  const matches = (pattern: string): Expression => method(text, "matches", [literal(pattern, span)], span);
  const [of, others] = [printed(separators), printed(withoutThem(separators))];
  const empty = (isThere: Expression): Expression =>
    conditional(isThere, [listLiteral([literal("", span)], span), listLiteral([], span)], span);
  const first = empty(binary(binary(text, "==", literal("", span), span), "||", matches(`^${of}`), span));
  const all = method(text, "findAll", [literal(`${others}+`, span)], span);
  return binary(binary(first, "+", all, span), "+", empty(matches(`${of}$`)), span);
}

const withoutThem = (separators: CharacterClass): CharacterClass => ({ ...separators, isNegated: !separators.isNegated });

const printed = (one: CharacterClass): string => printPattern([[one]], false);

interface Spaced {
  readonly separator: string;
  readonly before: CharacterClass | undefined;
  readonly behind: CharacterClass | undefined;
}

/** `\s*,\s*` */
function spacedBy({ alternatives }: Findable): Spaced | undefined {
  const [only = [], ...others] = alternatives;
  const [before, behind] = [spacesIn(only[0]), spacesIn(only.at(-1))];
  const middle = only.slice(before === undefined ? 0 : 1, behind === undefined ? undefined : -1);
  const [separator, ...more] = middle;
  if (others.length > 0 || more.length > 0 || separator?.kind !== "character" || (before ?? behind) === undefined)
    return undefined;
  const { codePoint } = separator;
  const isSpace = [before, behind].some((one) => one !== undefined && holds(codePointsOf(one), codePoint));
  return isSpace ? undefined : { separator: String.fromCodePoint(codePoint), before, behind };
}

function holds(points: CodePoints, codePoint: number): boolean {
  return points.some(([first, last]) => first <= codePoint && codePoint <= last);
}

/** `\s*` */
function spacesIn(part: PatternPart | undefined): CharacterClass | undefined {
  if (part?.kind !== "repeated" || part.least !== 0 || part.most !== undefined || part.isLazy) return undefined;
  return classOf(part.part);
}

/**
 * Parts without the spaces beside the separators: the first part keeps those before it, and the last those behind it.
 */
function aroundSpaces(text: Expression, findable: Findable, scope: Scope): Expression | undefined {
  const spaced = spacedBy(findable);
  if (spaced === undefined) return undefined;
  const { span } = text;
  const { separator, before, behind } = spaced;
  const by = literal(separator, span);
  const [first, last] = [placeInText(text, "indexOf", [by], span), placeInText(text, "lastIndexOf", [by], span)];
  const next = (place: Expression): Expression => binary(place, "+", literal(1, span), span);
  const cut = (...bounds: readonly Expression[]): Expression => method(text, "substring", bounds, span);
  const begin = trimmed(cut(literal(0, span), first), { behind: before });
  const end = trimmed(cut(next(last)), { before: behind });
  const variable = freeVariable("part", scope);
  const step = { method: "map", variable, bound: undefined, entries: matchTextLimit, span } as const;
  const range = method(cut(next(first), last), "split", [by], span);
  const middle = comprehension({ ...step, range, body: trimmed(identifier(variable, span), { before: behind, behind: before }) });
  const some = conditional(binary(last, ">", first, span), [middle, listLiteral([], span)], span);
  const parts = binary(binary(listLiteral([begin], span), "+", some, span), "+", listLiteral([end], span), span);
  // Kubernetes 1.30 fails to look for a place in an empty text (measured on 1.30.14).
  return conditional(method(text, "contains", [by], span), [parts, listLiteral([text], span)], span);
}

/** Without the characters at its beginning or its end. */
function trimmed(
  text: Expression,
  { before, behind }: { before?: CharacterClass | undefined; behind?: CharacterClass | undefined },
): Expression {
  const { span } = text;
  const find = (pattern: string): Expression => method(text, "find", [literal(pattern, span)], span);
  if (before !== undefined && behind !== undefined) {
    const [a, b] = [printed(withoutThem(before)), printed(withoutThem(behind))];
    return before === behind || a === b ? find(`${a}((?s:.*)${b})?`) : trimmed(trimmed(text, { before }), { behind });
  }
  if (before !== undefined) return find(`${printed(withoutThem(before))}(?s:.*)`);
  return behind === undefined ? text : find(`(?s:.*)${printed(withoutThem(behind))}`);
}

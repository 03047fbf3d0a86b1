import { exceedsLimit, judged, notRefuted, readsAbsent } from "../../ir/expressions/endings.ts";
import { guardIterations, unbounded } from "../../ir/expressions/iteration-limit.ts";
import { assuming } from "../../ir/expressions/assuming.ts";
import { and, or } from "../../ir/expressions/boolean.ts";
import { type Expression, binary, listLiteral, literal, mapLiteral, method } from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { negate } from "../../ir/expressions/negate.ts";
import { iterationsStored } from "../../ir/expressions/visit.ts";
import { throughSubresource } from "../guard.ts";
import { type Confirmations, confirmationsIn } from "./confirmations.ts";
import { type Mark, type MarkFields, isListMark, marksIn, withNewMarks } from "./marks.ts";
import { answered, asStored, atLeast, atMost, isAboutRequest, termsIn } from "./terms.ts";

/** Terms about the request whose every combination of answers is tried; beyond these each may be answered anew. */
export const maxTried = 3;

export interface MarkRemovalOptions {
  readonly fields?: MarkFields | undefined;
  /** What lets a delete through by being there may be put on the object itself (confirmations.ts). */
  readonly isConfirmable?: boolean;
  /**
   * bool: the update is made by somebody who need not be allowed to update the object itself; without it, one through a
   * subresource.
   */
  readonly isIndirect?: Expression | undefined;
}

/**
 * When an update takes the protection away by its marks: `isProtected` holds as stored, and no longer with the marks
 * that the update brings, everything else being as stored. Terms about the request that deletes count as if somebody
 * asked so that it matters. `false` where the condition reads no marks.
 */
export function removesProtection(isProtected: Expression, options: MarkRemovalOptions = {}): Expression {
  const { fields } = options;
  const marks = marksIn(isProtected, "oldObject", fields);
  if (marks.length === 0) return literal(false, isProtected.span);
  const cases = assignments(answerable(isProtected)).map((answers) =>
    unmarks(answered(isProtected, answers), { ...options, marks, fields }),
  );
  return (cases.length === 1 ? cases : distinct(cases)).reduce((left, right) => or(left, right));
}

/** What is the same in several cases is said once. */
function distinct(cases: readonly Expression[]): readonly Expression[] {
  return [...new Map(cases.map((one) => [identity(one), one])).values()];
}

/** Terms that do not depend on the marks: the answer is the same before and after. */
function answerable(isProtected: Expression): readonly string[] {
  const terms = termsIn(isProtected).filter((term) => marksIn(term, "oldObject").length === 0);
  return terms.length > maxTried ? [] : terms.map(identity);
}

function assignments(terms: readonly string[]): readonly ReadonlyMap<string, boolean>[] {
  const [first, ...others] = terms;
  if (first === undefined) return [new Map()];
  return assignments(others).flatMap((rest) => [new Map([...rest, [first, true]]), new Map([...rest, [first, false]])]);
}

interface Marks extends MarkRemovalOptions {
  readonly marks: readonly Mark[];
}

function unmarks(isProtected: Expression, { marks, fields, isConfirmable, isIndirect }: Marks): Expression {
  const confirmations = isConfirmable ? confirmationsIn(isProtected, fields) : undefined;
  const before = atMost(isProtected);
  const { isLost, isTooLarge } = after(isProtected, fields);
  const unlessConfirmed =
    confirmations === undefined ? literal(true, before.span) : isLostAlso(confirmations, { fields, isIndirect });
  const isTaken = and(isLost, unlessConfirmed);
  const ofLarge = lostByLarge({ marks, fields }, { before, confirmations, isTaken, isTooLarge });
  const lost = ofLarge ?? and(asStored(judged(before)), isTaken);
  const unmarked = unbounded(confirmations === undefined ? lost : or(lost, losesMore(confirmations, fields)));
  const isOpen = isAboutRequest(isProtected) || iterationsStored(isProtected);
  return isOpen && !isFalse(unmarked) ? and(changed({ marks, fields }), unmarked) : unmarked;
}

interface After {
  /**
   * bool: the object is not protected by its new marks, or cannot be judged by them: one that is protected may not become
   * such, or the next update could make anything of it.
   */
  readonly isLost: Expression;
  /** bool: it has too many of them. */
  readonly isTooLarge: Expression;
}

function after(isProtected: Expression, fields: MarkFields | undefined): After {
  const condition = atLeast(withNewMarks(isProtected, fields));
  const isTooLarge = exceedsLimit(condition) ?? literal(false, condition.span);
  const isNotJudged = or(isTooLarge, cannotBeRead(condition, atMost(isProtected)));
  return { isLost: or(isNotJudged, negate(guardIterations(condition))), isTooLarge };
}

/** bool: the rule reads from what is absent by the new marks, or what it cannot read. `before` has been judged. */
function cannotBeRead(condition: Expression, before: Expression): Expression {
  const ends = readsAbsent(condition);
  if (ends === undefined) return literal(false, condition.span);
  return exceedsLimit(before) === undefined ? assuming(ends, judged(before)) : ends;
}

/** Through a subresource, or by a copy of what stands elsewhere, nothing is confirmed. */
function isLostAlso({ without, isPlain }: Confirmations, { fields, isIndirect }: MarkRemovalOptions): Expression {
  const isAlone = isPlain && marksIn(without, "oldObject", fields).length === 0;
  const isPartOnly = isIndirect ?? throughSubresource(without.span);
  // Nothing that protects is read of the update: what was protected is, but for what was put on it.
  return isAlone ? isPartOnly : or(isPartOnly, after(without, fields).isLost);
}

/**
 * What protects the object whatever is confirmed: it may not go while something is still to be confirmed either, or it
 * would be gone once that is.
 */
function losesMore({ given }: Confirmations, fields: MarkFields | undefined): Expression {
  if (marksIn(given, "oldObject", fields).length === 0) return literal(false, given.span);
  return and(asStored(judged(atMost(given))), after(given, fields).isLost);
}

interface Large {
  readonly before: Expression;
  readonly confirmations: Confirmations | undefined;
  readonly isTaken: Expression;
  readonly isTooLarge: Expression;
}

/**
 * An object that has too much on it to be judged is not deleted. A mark that the rules name may not change on it, and
 * where they name none it may not be made smaller so that it is no longer protected: else it could be unmarked, made
 * smaller, and deleted. Undefined where none is too large.
 */
function lostByLarge(
  { marks, fields }: Pick<Marks, "marks" | "fields">,
  { before, confirmations, isTaken, isTooLarge }: Large,
): Expression | undefined {
  const isLarge = exceedsLimit(before);
  if (isLarge === undefined) return undefined;
  const confirming = new Set(confirmations?.marks.map(({ read }) => identity(read)));
  const named = marks.filter(({ key, read }) => key !== undefined && !confirming.has(identity(read)));
  const isUnmarked = named.length === 0 ? literal(false, before.span) : and(isLarge, changed({ marks: named, fields }));
  if (named.length === marks.length) return or(isUnmarked, and(asStored(judged(before)), isTaken));
  return or(isUnmarked, and(and(asStored(notRefuted(before)), negate(and(isLarge, isTooLarge))), isTaken));
}

/** Whether the update touches any of the marks, of which there is at least one. */
export function changed({ marks, fields }: Pick<Marks, "marks" | "fields">): Expression {
  return marks.map((mark) => isChanged(mark, fields)).reduce((left, right) => or(left, right));
}

/** Any entry may be meant where the key depends on who asks. */
function isChanged({ read, key, map }: Mark, fields: MarkFields | undefined): Expression {
  if (key !== undefined && !isAboutRequest(key)) return binary(read, "!=", withNewMarks(read, fields), read.span);
  const whole = read.kind === "index" ? read.operand : read;
  const empty = isListMark(map) ? listLiteral([], read.span) : mapLiteral([], read.span);
  const orEmpty = (one: Expression): Expression => method(one, "orValue", [empty], read.span);
  return binary(orEmpty(whole), "!=", orEmpty(withNewMarks(whole)), read.span);
}

const isFalse = (node: Expression): boolean => node.kind === "literal" && node.value === false;

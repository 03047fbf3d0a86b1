import { exceedsLimit, guardWalks, judged, unbounded } from "../arrange/bound.ts";
import { and, or } from "../ir/boolean.ts";
import { type Expression, binary, literal, mapLiteral, method } from "../ir/expression.ts";
import { identity } from "../ir/identity.ts";
import { negate } from "../ir/negate.ts";
import { walksStored } from "../ir/visit.ts";
import { type Mark, type MarkFields, marksIn, withNewMarks } from "./marks.ts";
import { answered, atLeast, atMost, isAboutRequest, questionsIn } from "./questions.ts";

/** Questions about the request whose every combination of answers is tried; beyond these each may be answered anew. */
export const mostTried = 3;

/**
 * When an update takes the protection away by its marks: `isProtected` holds as stored, and no longer with the labels and
 * annotations that the update brings, everything else being as stored. Questions about the request that deletes count as
 * if somebody asked so that it matters. `false` where the condition reads no marks.
 */
export function liftsProtection(isProtected: Expression, fields?: MarkFields): Expression {
  const marks = marksIn(isProtected, "oldObject", fields);
  if (marks.length === 0) return literal(false, isProtected.span);
  const cases = assignments(answerable(isProtected)).map((answers) => lifts(answered(isProtected, answers), { marks, fields }));
  return (cases.length === 1 ? cases : distinct(cases)).reduce((left, right) => or(left, right));
}

/** What is the same in several cases is said once. */
function distinct(cases: readonly Expression[]): readonly Expression[] {
  return [...new Map(cases.map((one) => [identity(one), one])).values()];
}

/** Questions that do not depend on the marks: the answer is the same before and after. */
function answerable(isProtected: Expression): readonly string[] {
  const questions = questionsIn(isProtected).filter((question) => marksIn(question, "oldObject").length === 0);
  return questions.length > mostTried ? [] : questions.map(identity);
}

function assignments(questions: readonly string[]): readonly ReadonlyMap<string, boolean>[] {
  const [first, ...others] = questions;
  if (first === undefined) return [new Map()];
  return assignments(others).flatMap((rest) => [new Map([...rest, [first, true]]), new Map([...rest, [first, false]])]);
}

interface Marks {
  readonly marks: readonly Mark[];
  readonly fields?: MarkFields | undefined;
}

function lifts(isProtected: Expression, { marks, fields }: Marks): Expression {
  const [before, after] = [atMost(isProtected), atLeast(withNewMarks(isProtected, fields))];
  const isOpen = isAboutRequest(isProtected) || walksStored(isProtected);
  // An object with too much on it to be judged may be made smaller; one that is protected may not become such.
  const isLost = or(exceedsLimit(after) ?? literal(false, after.span), negate(guardWalks(after)));
  const lifted = and(judged(before), unbounded(isLost));
  return isOpen && !isFalse(lifted) ? and(changed({ marks, fields }), lifted) : lifted;
}

/** Whether the update touches any of the marks, of which there is at least one. */
export function changed({ marks, fields }: Marks): Expression {
  return marks.map((mark) => isChanged(mark, fields)).reduce((left, right) => or(left, right));
}

/** Any entry may be meant where the key depends on who asks. */
function isChanged({ read, key }: Mark, fields: MarkFields | undefined): Expression {
  if (key !== undefined && !isAboutRequest(key)) return binary(read, "!=", withNewMarks(read, fields), read.span);
  const map = read.kind === "index" ? read.operand : read;
  const orEmpty = (one: Expression): Expression => method(one, "orValue", [mapLiteral([], read.span)], read.span);
  return binary(orEmpty(map), "!=", orEmpty(withNewMarks(map)), read.span);
}

const isFalse = (node: Expression): boolean => node.kind === "literal" && node.value === false;

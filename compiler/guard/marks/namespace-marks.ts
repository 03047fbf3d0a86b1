import { or } from "../../ir/expressions/boolean.ts";
import type { Expression } from "../../ir/expression.ts";
import { anyObject } from "../../ir/guards.ts";
import type { NamespaceMarks, PolicyIr } from "../../ir/policy.ts";
import { unmarksForAnyGroup } from "./any-group.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { once } from "../../ir/once.ts";
import { children, some } from "../../ir/expressions/visit.ts";
import { confirmationsIn } from "./confirmations.ts";
import { removesProtection, maxTried } from "./mark-removal.ts";
import { type Mark, markAt, marksIn } from "./marks.ts";
import { termsIn } from "./terms.ts";

export interface Inherited {
  /** bool: an update of the Namespace takes protection away from what is in it. */
  readonly unmarks: Expression;
  readonly marks: readonly Mark[];
  /** Of these, what lets deletes through by being there. */
  readonly confirming: readonly Mark[];
  /**
   * Objects with marks of their own may lose what the Namespace gives them: no update of it shows whether there are
   * such.
   */
  readonly leavesOutMarked: boolean;
}

/**
 * What marks of the Namespace protect, is protected as long as these stay. Where a rule mixes them with marks of the
 * object (`own ?? inherited`), objects with marks of their own are left out: these go first. Undefined where the rules
 * read no marks of the Namespace; `unknown` where an update of the Namespace does not show enough.
 */
export function unmarksByNamespace({ rules, match, guards }: PolicyIr): Inherited | "unknown" | undefined {
  if (rules.some(({ elsewhere }) => elsewhere?.fromNamespace === "unknown")) return "unknown";
  const found = rules.flatMap(({ elsewhere }) => (elsewhere?.fromNamespace ?? []) as readonly NamespaceMarks[]);
  const byGroup = Map.groupBy(found, ({ group }) => group);
  const conditions = [...byGroup].map(([group, own]) => {
    return { group, condition: own.map(conditionOf).reduce((left, right) => or(left, right)) };
  });
  const marks = conditions.flatMap(({ condition }) => marksIn(condition, "oldObject"));
  const leavesOutMarked = found.some(isUnsureOfMarked);
  if (marks.length === 0) return leavesOutMarked ? "unknown" : undefined;
  const isConfirmable = guards.release === "strict";
  const unmarks = conditions.map(({ group, condition }) =>
    group === undefined ? unmarksForAnyGroup(condition, match) : removesProtection(condition, { isConfirmable }),
  );
  if (unmarks.some((one) => one === undefined)) return "unknown";
  const confirming = conditions.flatMap(({ group, condition }) =>
    group === undefined ? [] : (confirmationsIn(condition)?.marks ?? []),
  );
  return {
    unmarks: (unmarks as readonly Expression[]).reduce((left, right) => or(left, right)),
    marks,
    confirming,
    leavesOutMarked,
  };
}

/**
 * Terms about marks of the object may have any answer, where they are terms of their own: what the Namespace protects
 * together with a mark of the object, is protected. More of them than are tried would deny updates that change nothing.
 */
function conditionOf({ condition, ofMarked }: NamespaceMarks): Expression {
  const terms = ofMarked === undefined ? [] : termsIn(ofMarked);
  return ofMarked === undefined || terms.some(isMixed) || terms.length > maxTried ? condition : ofMarked;
}

/**
 * `own ?? inherited` is sure: where the object has a mark of its own, the Namespace's does not matter. With another
 * term about its marks it may, and where the two are mixed in another way.
 */
function isUnsureOfMarked({ ofMarked }: NamespaceMarks): boolean {
  const terms = ofMarked === undefined ? [] : termsIn(ofMarked);
  const ofObject = terms.filter((one) => some(one, isMarkOfObject));
  const mixed = ofObject.filter(isMixed);
  const sets = new Set(mixed.map(marksOfObject));
  if (sets.size > 1 || mixed.some((one) => !isInherited(one))) return true;
  return mixed.length < ofObject.length && (mixed.length > 0 || terms.length > maxTried);
}

function isMixed(term: Expression): boolean {
  return marksIn(term, "oldObject").length > 0 && some(term, isMarkOfObject);
}

/** Marks of the Namespace stand only where those of the object are absent: `own.or(inherited)`. */
const isInherited: (node: Expression) => boolean = once((node) => {
  if (markAt(node, "oldObject") !== undefined) return false;
  const isFallback = node.kind === "call" && (node.function === "or" || node.function === "orValue");
  if (isFallback && node.receiver !== undefined && some(node.receiver, isMarkOfObject)) return isInherited(node.receiver);
  return children(node).every(isInherited);
});

/** Which of them are read: with one of several a mark of the Namespace may matter to another. */
function marksOfObject(term: Expression): string {
  const read = new Set<string>();
  some(term, (node) => {
    if (node.kind === "index" && isMarkOfObject(node.operand)) read.add(identity(node));
    return false;
  });
  return [...read].toSorted().join(" ");
}

/** `anyObject.metadata.?labels` */
function isMarkOfObject(node: Expression): boolean {
  return node.kind === "select" && (node.field === "labels" || node.field === "annotations") && some(node, isAnyObject);
}

const isAnyObject = (node: Expression): boolean => node.kind === "identifier" && node.name === anyObject;

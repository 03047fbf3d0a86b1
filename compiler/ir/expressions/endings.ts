import { absentText } from "../../language/absent.ts";
import { and, or } from "./boolean.ts";
import {
  type Comprehension,
  type Demand,
  type Expression,
  comprehension,
  conditional,
  literal,
  method,
  optionalIndex,
} from "../expression.ts";
import { assuming } from "./assuming.ts";
import { behindPartsOf, guardIteration, guardIterations, sizesExceeded, unbounded } from "./iteration-limit.ts";
import { identity } from "./identity.ts";
import { onlyReached } from "./settled.ts";
import { negate } from "./negate.ts";
import { once } from "../once.ts";
import { asksAuthorizer, children, mapChildren, mayEnd } from "./visit.ts";

/**
 * Why an evaluation ends before it has an answer: an iteration over more entries than the limit, or a `Demand` for what
 * is absent, where JavaScript throws.
 */
type Why = "limit" | "absent";

/**
 * When evaluating `node`, in the order of TypeScript, ends; undefined where that cannot happen. `a && b` reaches `b`
 * only when `a` holds, and so on.
 */
function endings(reasons: ReadonlySet<Why>): (node: Expression) => Expression | undefined {
  const ends = once((node: Expression): Expression | undefined => {
    if (!mayEnd(node)) return undefined;
    switch (node.kind) {
      case "binary":
        if (node.operator === "&&") return either(ends(node.left), behind([node.left], given(node.left, node.right)));
        if (node.operator === "||") return either(ends(node.left), behind([node.left], given(negate(node.left), node.right)));
        break;
      case "conditional": {
        const inBranches = either(given(node.condition, node.whenTrue), given(negate(node.condition), node.whenFalse));
        return either(ends(node.condition), behind([node.condition], inBranches));
      }
      case "demand":
        return either(ends(node.present), reasons.has("absent") ? negate(asReached(node.present)) : undefined);
      case "comprehension":
        return [ends(node.range), ...sizesOf(node), inElements(node, ofElement(node), before(node))].reduce(either, undefined);
      default:
    }
    const parts = children(node);
    return parts.map((part, at) => behind(parts.slice(0, at), ends(part))).reduce(either, undefined);
  });
  /** An iteration is not reached where TypeScript has read from what is absent before. */
  const behind = (before: readonly Expression[], end: Expression | undefined): Expression | undefined => {
    if (end === undefined || reasons.has("absent")) return end;
    const absent = before.map(readsAbsent).reduce(either, undefined);
    return absent === undefined ? end : and(negate(absent), end);
  };
  const sizesOf = (node: Comprehension): readonly Expression[] => (reasons.has("limit") ? sizesExceeded(node) : []);
  // Behind the limits in an `||`, which goes from left to right and stops at true, no guard is needed.
  const asReached = (node: Expression): Expression => (reasons.has("limit") ? withoutOrder(node) : guardIterations(node));
  // Most sizes inside of an element are looked at before the iteration begins.
  const ofElement = (node: Comprehension): Expression | undefined => {
    const reached = reasons.has("limit") ? onlyReached(node) : undefined;
    const absent = reasons.has("absent") ? readsAbsent(node.body) : undefined;
    return reached === undefined ? absent : either(exceedsLimit(reached), absent);
  };
  const before = ({ body }: Comprehension): Expression | undefined => (reasons.has("absent") ? undefined : readsAbsent(body));
  const given = (condition: Expression, node: Expression): Expression | undefined => {
    const end = ends(node);
    if (end === undefined) return undefined;
    const reached = asReached(condition);
    // What is iterated over is limited by the sizes alone, which no condition is about.
    const there = reasons.has("absent") ? assuming(end, reached) : end;
    return isFalse(there) ? undefined : and(reached, there);
  };
  return ends;
}

/** An iteration that is too large is reached. */
export const exceedsLimit = endings(new Set<Why>(["limit"]));

/** Something that is not there is read from. */
export const readsAbsent: (node: Expression) => Expression | undefined = endings(new Set<Why>(["absent"]));

/** Either. */
const ended = endings(new Set<Why>(["limit", "absent"]));

/** text: what is absent where the evaluation ends, of one that ends for that. */
export const whatIsAbsent = saying(({ what }) => what);

/** text: the same for an evaluation that may end for something else. */
export const whatIsWrong = saying(problemOf);

function problemOf({ what, problem }: Demand): string {
  return problem ?? `${what}${absentText("").at(-1) ?? ""}`;
}

/**
 * Everything that may be said of an evaluation that ends, where telling which one it is would ask the authorizer: no
 * message can (Kubernetes: no `authorizer` in messageExpression). Undefined where it can be told.
 */
export const allThatMayBeWrong = once((node: Expression): string | undefined => {
  const exact = endsForAbsence(node) ? whatIsAbsent(node) : whatIsWrong(node);
  return asksAuthorizer(exact) ? [...new Set(demandsIn(node).map(problemOf))].join(", or ") : undefined;
});

/** Whether it ends for nothing but what is absent. */
export const endsForAbsence = (node: Expression): boolean => demandsIn(node).every(({ problem }) => problem === undefined);

/** text: what is said of the demand for which the evaluation ends. */
function saying(say: (demand: Demand) => string): (node: Expression) => Expression {
  const said = once((node: Expression): Expression => {
    const known = new Set(demandsIn(node).map(say));
    if (known.size <= 1) return literal([...known].join(""), node.span);
    if (node.kind === "comprehension") return first([node.range], textInElements(node, said(node.body)));
    if (node.kind === "demand") return first([node.present], literal(say(node), node.span));
    if (node.kind === "conditional") {
      const inBranches = [said(node.whenTrue), said(node.whenFalse)] as const;
      return first([node.condition], eitherText(guardIterations(node.condition), inBranches));
    }
    const [last, ...before] = children(node)
      .filter((part) => readsAbsent(part) !== undefined)
      .toReversed();
    return last === undefined ? literal("", node.span) : first(before.toReversed(), said(last));
  });
  /** The text of the first part that ends; of what follows them where none does. */
  const first = (parts: readonly Expression[], otherwise: Expression): Expression =>
    parts.reduceRight((rest, part) => {
      const end = readsAbsent(part);
      return end === undefined ? rest : eitherText(end, [said(part), rest]);
    }, otherwise);
  return said;
}

function eitherText(condition: Expression, [whenTrue, whenFalse]: readonly [Expression, Expression]): Expression {
  return identity(whenTrue) === identity(whenFalse) ? whenTrue : conditional(condition, [whenTrue, whenFalse], condition.span);
}

/** Each once: parts are shared, and a demand stands below most of what comes after it. */
const demandsIn: (node: Expression) => readonly Demand[] = once((node) => {
  const own = node.kind === "demand" ? [[node]] : [];
  const found = [...own, ...children(node).map(demandsIn)].filter(({ length }) => length > 0);
  return found.length <= 1 ? (found[0] ?? none) : [...new Set(found.flat())];
});

const none: readonly Demand[] = [];

/**
 * bool: the iteration ends at an element. `some` stops at the first element that holds, so that later ones are not
 * looked at: of those that hold or end, the first decides. `otherwise`: it ends there for another reason.
 */
function inElements(
  node: Comprehension,
  ends: Expression | undefined,
  otherwise: Expression | undefined,
): Expression | undefined {
  if (ends === undefined) return undefined;
  const endsAtAll = otherwise === undefined ? ends : or(ends, otherwise);
  if (stopsAt(node, endsAtAll) === ends) return overElements(node, "exists", ends);
  return ofFirst(node, { ends: endsAtAll, asks: ends, otherwise: false });
}

/** The text of the first element that ends. */
function textInElements(node: Comprehension, asks: Expression): Expression {
  const ends = readsAbsent(node.body) ?? literal(false, node.span);
  return ofFirst(node, { ends, asks, otherwise: "" });
}

interface OfElement {
  /** bool: the evaluation ends at the element. */
  readonly ends: Expression;
  readonly asks: Expression;
  /** Where it ends at none. */
  readonly otherwise: boolean | string;
}

/** What is asked of the first element at which the iteration stops: `list.filter(x, ...).map(x, ...)[?0].orValue('')`. */
function ofFirst(node: Comprehension, { ends, asks, otherwise }: OfElement): Expression {
  const { span, variable, entries } = node;
  const stopping = overElements(node, "filter", stopsAt(node, ends));
  const asked = comprehension({ method: "map", range: stopping, variable, body: asks, bound: undefined, entries, span });
  return method(optionalIndex(asked, literal(0, span), span), "orValue", [literal(otherwise, span)], span);
}

function stopsAt(node: Comprehension, ends: Expression): Expression {
  const holds = guardIterations(node.body);
  if (node.method === "exists") return or(ends, holds);
  return node.method === "all" ? or(ends, negate(holds)) : ends;
}

function overElements(node: Comprehension, by: "exists" | "filter", body: Expression): Expression {
  return behindPartsOf(
    { ...node, method: by },
    guardIteration({ ...node, method: by, range: guardIterations(node.range), body }),
  );
}

const withoutOrder: (node: Expression) => Expression = once((node) => {
  if (node.kind === "sequence") return withoutOrder(node.then);
  // The same variable as in the rule itself, where it is guarded.
  return node.kind === "local" ? guardIterations(node) : mapChildren(node, withoutOrder);
});

/** What stands on the left has been found false where the right is looked at. */
function either(a: Expression | undefined, b: Expression | undefined): Expression | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const rest = assuming(b, negate(a));
  return isFalse(rest) ? a : or(a, rest);
}

function isFalse(node: Expression): boolean {
  return node.kind === "literal" && node.value === false;
}

/** bool: `condition` holds, and its evaluation does not end before. Needs no limit of its own. */
export function judged(condition: Expression): Expression {
  const ends = ended(condition);
  return unbounded(ends === undefined ? condition : and(negate(ends), guardIterations(condition)));
}

/** bool: `condition` holds, or its evaluation ends before it has an answer. Needs no limit of its own. */
export function notRefuted(condition: Expression): Expression {
  const ends = ended(condition);
  return unbounded(ends === undefined ? condition : or(ends, guardIterations(condition)));
}

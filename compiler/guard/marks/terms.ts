import { and, chooseBoolean, or } from "../../ir/expressions/boolean.ts";
import { type Expression, literal, local, not } from "../../ir/expression.ts";
import { anyObject, anyRequest } from "../../ir/guards.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { once } from "../../ir/once.ts";
import { children } from "../../ir/expressions/visit.ts";

/**
 * The condition of a rule is made of terms, joined by `&&`, `||`, `!` and `? :`. Some are about the request that
 * deletes: who asks, what the authorizer says, whether it is a dry run, what is in the cluster then. A guard sees
 * another request, an update, and cannot know the delete that may follow.
 */
export function isAboutRequest(node: Expression): boolean {
  return asksRequest(node);
}

/** Of a request for the object these are the same, whatever it does. */
const ofObject: ReadonlySet<string> = new Set(["resource", "kind", "namespace"]);

const inputs: ReadonlySet<string> = new Set(["request", "authorizer", anyRequest, anyObject]);

const asksRequest = once((node): boolean => {
  if (node.kind === "query" || node.kind === "beyond") return true;
  if (node.kind === "identifier") return inputs.has(node.name);
  if (node.kind === "select" && isRequest(node.operand)) return !ofObject.has(node.field);
  return children(node).some(isAboutRequest);
});

function isRequest(node: Expression): boolean {
  return node.kind === "local" ? isRequest(node.definition) : node.kind === "identifier" && node.name === "request";
}

/** `condition` with those answers that make it hold, if any do: each term may be answered anew where it occurs. */
export function atMost(condition: Expression): Expression {
  return withAnswers(condition, (term, isWanted) => literal(isWanted, term.span));
}

/**
 * bool: the object is protected as it is stored, under the name that it has where several guards of a policy ask for
 * it.
 */
export function asStored(isProtected: Expression): Expression {
  return isProtected.kind === "literal" ? isProtected : local("isProtected", isProtected, "compiler");
}

/** `condition` with those answers that make it fail. */
export function atLeast(condition: Expression): Expression {
  return withAnswers(condition, (term, isWanted) => literal(!isWanted, term.span));
}

/** `condition` with the given answers, by the term's identity. */
export function answered(condition: Expression, answers: ReadonlyMap<string, boolean>): Expression {
  return withAnswers(condition, (term) => {
    const answer = answers.get(identity(term));
    return answer === undefined ? term : literal(answer, term.span);
  });
}

/** The terms about the request, each once. */
export function termsIn(condition: Expression): readonly Expression[] {
  const found = new Map<string, Expression>();
  withAnswers(condition, (term) => {
    found.set(identity(term), term);
    return term;
  });
  return [...found.values()];
}

/** `isWanted`: a yes makes the condition hold rather than fail. */
type Answer = (term: Expression, isWanted: boolean) => Expression;

function withAnswers(node: Expression, answer: Answer, isWanted = true): Expression {
  if (!isAboutRequest(node)) return node;
  const inside = (part: Expression, isPartWanted = isWanted): Expression => withAnswers(part, answer, isPartWanted);
  switch (node.kind) {
    case "local":
      return inside(node.definition);
    case "sequence":
      return isAboutRequest(node.first) ? inside(node.then) : { ...node, then: inside(node.then) };
    case "not":
      return opposite(inside(node.operand, !isWanted));
    case "conditional":
      return isAboutRequest(node.condition) ? asAlternatives(node, inside) : branches(node, inside);
    case "binary":
      if (node.operator === "&&") return and(inside(node.left), inside(node.right), node.span);
      if (node.operator === "||") return or(inside(node.left), inside(node.right), node.span);
      return answer(node, isWanted);
    default:
      return answer(node, isWanted);
  }
}

type Conditional = Extract<Expression, { readonly kind: "conditional" }>;
type Inside = (part: Expression) => Expression;

function branches({ condition, whenTrue, whenFalse, span }: Conditional, inside: Inside): Expression {
  return chooseBoolean(condition, [inside(whenTrue), inside(whenFalse)], span);
}

/** `c ? a : b` as `c && a || !c && b`, because `c` is a term itself. */
function asAlternatives({ condition, whenTrue, whenFalse, span }: Conditional, inside: Inside): Expression {
  const otherwise = and(inside(not(condition, span)), inside(whenFalse), span);
  return or(and(inside(condition), inside(whenTrue), span), otherwise, span);
}

function opposite(node: Expression): Expression {
  return node.kind === "literal" ? literal(node.value === false, node.span) : not(node, node.span);
}

import type { Expression, Question, ResourceDeclaration, ResourceIr } from "./expression.ts";
import type { AskedResource } from "./policy.ts";
import { children } from "./visit.ts";

/** What the expressions ask the cluster about: each resource once, in the order in which it is asked. */
export function asksOf(expressions: readonly Expression[]): readonly AskedResource[] {
  const asked = allQuestions(expressions).map(({ resource, shape }) => [keyOf(resource), { resource, shape }] as const);
  return [...new Map(asked).values()];
}

/**
 * Questions about what is declared another time before, each with that declaration. Objects of a resource are seen as one of its
 * declarations says, and no question says which.
 */
export function askedOtherwise(expressions: readonly Expression[]): readonly (readonly [Question, ResourceDeclaration])[] {
  const known = new Map<string, ResourceDeclaration>();
  return allQuestions(expressions).flatMap((question) => {
    const key = keyOf(question.resource);
    const first = known.get(key) ?? question.declaration;
    known.set(key, first);
    return first === question.declaration ? [] : [[question, first] as const];
  });
}

function allQuestions(expressions: readonly Expression[]): readonly Question[] {
  const found: Question[] = [];
  const seen = new Set<Expression>();
  const look = (node: Expression): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "question") found.push(node);
    children(node).forEach(look);
  };
  expressions.forEach(look);
  return found;
}

function keyOf({ group, version, resource }: ResourceIr): string {
  return [group, version, resource].join("/");
}

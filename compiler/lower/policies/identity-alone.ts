import { disjuncts } from "../../ir/disjuncts.ts";
import type { Expression } from "../../ir/expression.ts";
import { children, once, some } from "../../ir/visit.ts";

/**
 * Whether a condition can hold by who asks alone. Whoever may impersonate that user, or become a member of that group, would
 * then get through; so a state of the object or its Namespace has to go with it (threats T14).
 */
export function holdsByIdentityAlone(condition: Expression): boolean {
  const alternatives = disjuncts(condition);
  return alternatives?.some((queries) => queries.some(asksIdentity) && !queries.some(asksState)) === true;
}

function asksIdentity(node: Expression): boolean {
  return some(node, (part) => part.kind === "select" && part.field === "userInfo");
}

/** What the object or its Namespace is like. Its name says nothing: the attacker has chosen it. */
const asksState: (node: Expression) => boolean = once((node) => {
  if (node.kind === "select" && (node.field === "name" || node.field === "namespace") && !node.optional) return false;
  if (node.kind === "identifier") return node.name === "oldObject" || node.name === "namespaceObject";
  return children(node).some(asksState);
});

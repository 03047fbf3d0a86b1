import type { Expression } from "./expression.ts";
import type { AskedResource } from "./policy.ts";
import { children } from "./visit.ts";

/** What the expressions ask the cluster about: each resource once, in the order in which it is asked. */
export function asksOf(expressions: readonly Expression[]): readonly AskedResource[] {
  const found = new Map<string, AskedResource>();
  const seen = new Set<Expression>();
  const look = (node: Expression): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (node.kind === "question") {
      const { group, version, resource } = node.resource;
      found.set([group, version, resource].join("/"), { resource: node.resource, shape: node.shape });
    }
    children(node).forEach(look);
  };
  expressions.forEach(look);
  return [...found.values()];
}

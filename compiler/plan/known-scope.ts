import { type MatchEntry, splitResource } from "../api/coverage.ts";
import { type Expression, type Select, literal } from "../ir/expression.ts";
import { once, onceHere } from "../ir/once.ts";
import { mapChildren } from "../ir/expressions/visit.ts";
import { printExpression } from "../print/print.ts";
import { isNamespaced } from "../language/served/cluster-scoped.ts";

/**
 * A message about objects of which every kind is known to be in a Namespace, or to be in none, need not ask:
 *
 *     oldObject.metadata.?namespace.hasValue() ? ... : ...       the one or the other
 *     oldObject.metadata.?namespace.orValue('')                  oldObject.metadata.namespace
 *
 * Conditions ask anyway: no decision hangs on the table of kinds.
 */
export function inKnownScope(match: readonly MatchEntry[]): (message: Expression) => Expression {
  const scopes = new Set(match.map(({ group, resource }) => isNamespaced(group, splitResource(resource).resource)));
  const [isInNamespace, ...others] = scopes;
  if (isInNamespace === undefined || others.length > 0) return (message) => message;
  const known = onceHere((node: Expression): Expression => {
    const namespace = node.kind === "call" && node.receiver !== undefined ? namespaceOf(node.receiver) : undefined;
    if (node.kind === "call" && namespace !== undefined) {
      if (node.function === "hasValue") return literal(isInNamespace, node.span);
      if (node.function === "orValue" && isInNamespace) return { ...namespace, optional: false };
    }
    return mapChildren(node, known);
  });
  return known;
}

/** `oldObject.metadata.?namespace`, without names for it or for parts of it. */
function namespaceOf(node: Expression): Select | undefined {
  if (node.kind === "local") return namespaceOf(node.definition);
  if (node.kind !== "select" || node.field !== "namespace" || !node.optional) return undefined;
  return printExpression(withoutNames(node.operand)) === "oldObject.metadata" ? node : undefined;
}

const withoutNames = once((node: Expression): Expression =>
  node.kind === "local" ? withoutNames(node.definition) : mapChildren(node, withoutNames),
);

import type { Span } from "../../diagnostics/span.ts";
import { or } from "../../ir/expressions/boolean.ts";
import { isPattern, patternSuffix, splitResource, type MatchEntry } from "../../api/coverage.ts";
import { type Expression, binary, identifier, literal, method, select } from "../../ir/expression.ts";
import type { MatchConditionIr } from "../../ir/policy.ts";
import { isOneOf } from "../guard.ts";

/**
 * Which definitions a match means. The API server names them `<plural>.<group>`, and neither part ever changes:
 *
 *     oldObject.metadata.name in ['buckets.s3.services.k8s.aws', 'queues.sqs.services.k8s.aws'] ||
 *     oldObject.spec.group.endsWith('.services.k8s.aws')
 *
 * Undefined: all of them.
 */
export function definedAs(match: readonly MatchEntry[], span: Span): MatchConditionIr | undefined {
  const kinds = match.map(({ group, resource }) => ({ group, plural: splitResource(resource).resource }));
  if (kinds.some(({ group, plural }) => group === "*" && plural === "*")) return undefined;
  const isNamed = ({ group, plural }: Kind): boolean => !isPattern(group) && plural !== "*";
  const names = new Set(kinds.filter(isNamed).map(({ group, plural }) => `${plural}.${group}`));
  const tests = [
    ...(names.size === 0 ? [] : [isOneOf(read("metadata", "name", span), [...names])]),
    ...kinds.filter((kind) => !isNamed(kind)).map((kind) => isOfGroup(kind, span)),
  ];
  return { name: "kinds-of-the-policy", expression: tests.reduce((left, right) => or(left, right)) };
}

interface Kind {
  readonly group: string;
  readonly plural: string;
}

function isOfGroup({ group, plural }: Kind, span: Span): Expression {
  const defined = read("spec", "group", span);
  const isGroup = isPattern(group)
    ? method(defined, "endsWith", [literal(patternSuffix(group), span)], span)
    : binary(defined, "==", literal(group, span), span);
  if (plural === "*") return isGroup;
  const name = read("metadata", "name", span);
  return binary(isGroup, "&&", method(name, "startsWith", [literal(`${plural}.`, span)], span), span);
}

const read = (part: "metadata" | "spec", field: string, span: Span): Expression =>
  select(select(identifier("oldObject", span), part, span), field, span);

import { and, or } from "../ir/boolean.ts";
import { isPattern, patternSuffix, splitResource } from "../ir/coverage.ts";
import { type Expression, binary, identifier, literal, method, select } from "../ir/expression.ts";
import { negate } from "../ir/negate.ts";
import type { MatchEntry, PolicyIr, RuleIr } from "../ir/policy.ts";

/**
 * bool: the client speaks of the object in a version that the policy does not match, so that the API server converted it. Rules compare
 * `request.resource` with `request.requestResource`; match conditions cannot, since both are what the client asked for there (apiserver:
 * plugin/webhook/matchconditions/matcher.go). What is matched as it was asked for is never converted.
 */
export function isThroughAnotherVersion({ match }: PolicyIr, { span }: RuleIr): Expression {
  const requested = select(identifier("request", span), "requestResource", span);
  const part = (name: "group" | "version" | "resource"): Expression => select(requested, name, span);
  const isText = (name: "group" | "version" | "resource", text: string): Expression =>
    binary(part(name), "==", literal(text, span), span);
  const isOfGroup = (group: string): Expression =>
    isPattern(group) ? method(part("group"), "endsWith", [literal(patternSuffix(group), span)], span) : isText("group", group);
  const isMatched = ({ group, version, resource }: MatchEntry): Expression => {
    const { resource: plural } = splitResource(resource);
    const tests = [
      ...(group === "*" ? [] : [isOfGroup(group)]),
      ...(plural === "*" ? [] : [isText("resource", plural)]),
      ...(version === undefined ? [] : [isText("version", version)]),
    ];
    return tests.reduce((a, b) => and(a, b), literal(true, span) as Expression);
  };
  return negate(match.map(isMatched).reduce((a, b) => or(a, b)));
}

import { type Expression, identifier } from "../ir/expression.ts";
import { isPattern } from "../ir/coverage.ts";
import { anyGroup, anyObject, anyRequest } from "../ir/guards.ts";
import type { MatchEntry, NamespaceMarks } from "../ir/policy.ts";
import { some } from "../ir/visit.ts";
import { namespaceShape, requestShape } from "../ir/well-known-shapes.ts";
import { conditionOfRule } from "./rule-condition.ts";
import { callFunction } from "./functions.ts";
import { readProperty } from "./property-access.ts";
import type { Scope } from "./scope.ts";
import { type FunctionValue, type ObjectValue, type PolicyValue, type Value, dynamic, staticValue, undefinedValue } from "./value.ts";

interface Judge {
  readonly judge: FunctionValue;
  readonly policy: PolicyValue;
  readonly match: readonly MatchEntry[];
}

/**
 * What the rule says of objects without marks of their own, to an update of their Namespace, which is `oldObject` there.
 * Undefined where the rule reads nothing of the Namespace; `unknown` where it cannot be said without the object.
 */
export function namespaceMarks(
  when: Expression,
  { judge, policy, match }: Judge,
  scope: Scope,
): readonly NamespaceMarks[] | "unknown" | undefined {
  if (!some(when, (node) => node.kind === "identifier" && node.name === "namespaceObject")) return undefined;
  const groups = [...new Set(match.map(({ group }) => (isPattern(group) ? undefined : group)))];
  const found = groups.map((group) => {
    const condition = scope.lowering.bag.attempt(() => {
      const result = callFunction(judge, [inputOf(policy, group, scope)], { node: judge.node, scope });
      return conditionOfRule(result, judge.node, scope);
    });
    return condition === undefined ? undefined : { group, condition };
  });
  return found.every((marks) => marks !== undefined) ? found : "unknown";
}

/** `group`: of the object; undefined: any that the patterns of the match mean. */
function inputOf(policy: PolicyValue, group: string | undefined, scope: Scope): ObjectValue {
  const span = scope.span(policy.node);
  const properties: [string, Value][] = [
    ["namespaceObject", dynamic(identifier("oldObject", span), namespaceShape)],
    ["oldObject", withoutMarks(policy, scope)],
    ["request", requestAbout(group, policy, scope)],
    ["authorizer", dynamic(identifier("authorizer", span), { kind: "opaque", type: "authorizer" })],
  ];
  return { kind: "object", properties: new Map(properties) };
}

function withoutMarks(policy: PolicyValue, scope: Scope): ObjectValue {
  const span = scope.span(policy.node);
  const object = fieldsOf(dynamic(identifier(anyObject, span), policy.objectShape), policy, scope);
  const metadata = fieldsOf(object.get("metadata") ?? undefinedValue, policy, scope);
  for (const marks of ["labels", "annotations"]) metadata.set(marks, undefinedValue);
  return { kind: "object", properties: object.set("metadata", { kind: "object", properties: metadata }) };
}

function requestAbout(group: string | undefined, policy: PolicyValue, scope: Scope): ObjectValue {
  const span = scope.span(policy.node);
  const request = fieldsOf(dynamic(identifier(anyRequest, span), requestShape), policy, scope);
  const name = group === undefined ? dynamic(identifier(anyGroup, span), { kind: "string" }, { showable: true }) : staticValue(group);
  for (const what of ["resource", "requestResource", "kind", "requestKind"]) {
    const parts = fieldsOf(request.get(what) ?? undefinedValue, policy, scope);
    request.set(what, { kind: "object", properties: parts.set("group", name) });
  }
  return { kind: "object", properties: request };
}

/** A record as an object whose fields are known one by one. */
function fieldsOf(value: Value, { node }: PolicyValue, scope: Scope): Map<string, Value> {
  const fields = value.kind === "dynamic" && value.shape.kind === "record" ? Object.keys(value.shape.fields) : [];
  return new Map(fields.map((name) => [name, readProperty(value, name, { node, scope })]));
}

import { isPattern, type MatchEntry } from "../../api/coverage.ts";
import { type Expression, identifier } from "../../ir/expression.ts";
import { type ContentKind, anyGroup, anyObject, anyRequest } from "../../ir/guards.ts";
import type { NamespaceMarks, Seen, SeenAsParams, Reevaluated } from "../../ir/policy.ts";
import { some } from "../../ir/expressions/visit.ts";
import { namespaceShape, requestShape } from "../../ir/well-known-shapes.ts";
import { asBoolean } from "../expressions/as-boolean.ts";
import { freeTextOf, withFreeMetadata } from "../text/free-text.ts";
import { limitNestedIterations } from "../collections/nested-iterations.ts";
import { readProperty } from "../expressions/property-access.ts";
import { judgedBy } from "../fallback/by-webhook.ts";
import type { Scope } from "../scope.ts";
import {
  type FunctionValue,
  type ObjectValue,
  type PolicyValue,
  type Value,
  dynamic,
  staticValue,
  undefinedValue,
} from "../value.ts";

interface Judge {
  readonly judge: FunctionValue;
  /** The webhook answers what CEL cannot say of it. */
  readonly byWebhook?: boolean;
  readonly policy: PolicyValue;
  readonly match: readonly MatchEntry[];
  /** Kinds whose objects can be looked up in their Namespace. */
  readonly contents: readonly ContentKind[];
  /** Kinds with subresources that do not show the object, which is looked up then. */
  readonly neighbours: readonly ContentKind[];
}

/**
 * The rule about requests that are not about the object itself: an update of its Namespace, a delete of its Namespace,
 * an eviction. It is lowered anew for each, with what such a request shows in the place of what it does not.
 */
export function reevaluated(when: Expression, of: Judge, scope: Scope): Reevaluated {
  const readsNamespace = some(when, (node) => node.kind === "identifier" && node.name === "namespaceObject");
  return { fromNamespace: readsNamespace ? fromNamespace(of, scope) : undefined, ...seenAsParams(of, scope) };
}

/**
 * The same of requests that show the object as a parameter. `isDeleter`: whoever makes one through a subresource counts
 * as whoever deletes the object, as with an eviction.
 */
export function seenAsParams(of: Judge, scope: Scope, { isDeleter = false } = {}): SeenAsParams {
  return {
    asContent: of.contents.map((kind) => {
      return { kind, ...lowerSeen(of, { object: "params", namespace: "oldObject", of: kind }, scope) };
    }),
    asNeighbour: of.neighbours.map((kind) => {
      return { kind, ...lowerSeen(of, { object: "params", namespace: "namespaceObject", of: kind, isDeleter }, scope) };
    }),
  };
}

function fromNamespace(of: Judge, scope: Scope): readonly NamespaceMarks[] | "unknown" {
  const groups = [...new Set(of.match.map(({ group }) => (isPattern(group) ? undefined : group)))];
  const found = groups.flatMap((group) => {
    const see = (object: View["object"]): Expression | undefined =>
      lowerSeen(of, { object, namespace: "oldObject", of: { group } }, scope).condition;
    const condition = see("unmarked");
    return condition === undefined ? [] : [{ group, condition, ofMarked: see("any") }];
  });
  return found.length === groups.length ? found : "unknown";
}

/** What of the request that a rule is about is known where another one is seen. */
interface View {
  /** Where the object is; `any`: nowhere, `unmarked`: nowhere, and it has no marks of its own. */
  readonly object: "params" | "any" | "unmarked";
  /** Where its Namespace is. */
  readonly namespace: "oldObject" | "namespaceObject";
  /** Its resource, as far as it is known; a group that is undefined is any that the patterns of the match mean. */
  readonly of: Pick<ContentKind, "group"> | { readonly group: undefined };
  /** Whoever makes the request is whoever deletes the object. */
  readonly isDeleter?: boolean;
}

/** Without a condition where it cannot be lowered so, with the compiler's words for why. */
function lowerSeen({ judge, byWebhook, policy, match }: Judge, view: View, scope: Scope): Seen {
  return scope.lowering.bag.attemptOr(
    (): Seen => {
      const input = inputOf({ policy, match }, view, scope);
      const condition = judgedBy(judge, input, { byWebhook, scope });
      return { condition: condition === undefined ? undefined : limitNestedIterations([asBoolean(condition)]).expressions[0] };
    },
    ({ message }) => ({ condition: undefined, why: message }),
  );
}

/**
 * Their paths are those of the rule itself: what the API server says of the text there, and of iterations, holds
 * wherever it is looked up.
 */
function inputOf({ policy, match }: Pick<Judge, "policy" | "match">, view: View, scope: Scope): ObjectValue {
  const span = scope.span(policy.node);
  const root = identifier(view.object === "params" ? "params" : anyObject, span);
  const shape = withFreeMetadata(policy.objectShape, freeTextOf(match, ["delete"]).oldObject);
  const object = dynamic(root, shape, { path: ["oldObject"] });
  const properties: [string, Value][] = [
    ["namespaceObject", dynamic(identifier(view.namespace, span), namespaceShape, { path: ["namespaceObject"] })],
    ["oldObject", view.object === "unmarked" ? withoutMarks(object, policy, scope) : object],
    ["request", requestAbout(view, policy, scope)],
    ["authorizer", dynamic(identifier("authorizer", span), { kind: "opaque", type: "authorizer" })],
    ["cluster", dynamic(identifier("cluster", span), { kind: "opaque", type: "cluster" })],
  ];
  return { kind: "object", properties: new Map(properties) };
}

function withoutMarks(value: Value, policy: PolicyValue, scope: Scope): ObjectValue {
  const object = fieldsOf(value, policy, scope);
  const metadata = fieldsOf(object.get("metadata") ?? undefinedValue, policy, scope);
  for (const marks of ["labels", "annotations"]) metadata.set(marks, undefinedValue);
  return { kind: "object", properties: object.set("metadata", { kind: "object", properties: metadata }) };
}

function requestAbout({ of, isDeleter }: View, policy: PolicyValue, scope: Scope): ObjectValue {
  const span = scope.span(policy.node);
  const request = fieldsOf(dynamic(identifier(anyRequest, span), requestShape, { path: ["request"] }), policy, scope);
  const group = of.group === undefined ? dynamic(identifier(anyGroup, span), { kind: "string" }, { showable: true }) : of.group;
  for (const what of ["resource", "requestResource", "kind", "requestKind"]) {
    const parts = fieldsOf(request.get(what) ?? undefinedValue, policy, scope);
    for (const [name, known] of Object.entries({ ...of, group })) {
      if (parts.has(name)) parts.set(name, typeof known === "string" ? staticValue(known) : known);
    }
    request.set(what, { kind: "object", properties: parts });
  }
  const own = dynamic(identifier("request", span), requestShape);
  if (isDeleter) request.set("userInfo", readProperty(own, "userInfo", { node: policy.node, scope }));
  return { kind: "object", properties: request };
}

/** A record as an object whose fields are known one by one. */
function fieldsOf(value: Value, { node }: PolicyValue, scope: Scope): Map<string, Value> {
  const fields = value.kind === "dynamic" && value.shape.kind === "record" ? Object.keys(value.shape.fields) : [];
  return new Map(fields.map((name) => [name, readProperty(value, name, { node, scope })]));
}

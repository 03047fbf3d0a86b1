import { and, or } from "../ir/expressions/boolean.ts";
import { type Expression, binary, identifier, listLiteral, literal, method, optionalSelect, select } from "../ir/expression.ts";
import { notRefuted } from "../ir/expressions/endings.ts";
import { negate } from "../ir/expressions/negate.ts";
import type { PolicyIr } from "../ir/policy.ts";
import { onceHere } from "../ir/once.ts";
import { mapChildren } from "../ir/expressions/visit.ts";
import {
  type Guard,
  type GuardTemplates,
  type PolicyProtection,
  isOneOf,
  off,
  on,
  ruleWhere,
  unlessReleased,
  updatesOf,
  username,
} from "./guard.ts";
import { asStored, atMost } from "./marks/terms.ts";

/**
 * No protected object gets a new owner, but from the controllers that the policy names. An update that leaves the
 * owners as they are costs a comparison.
 */
export function ownerGuard({ policy, condition }: PolicyProtection, templates: GuardTemplates): Guard {
  const name = "owners";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  // Protected first: what is not may have more owners than anybody can compare.
  // What is too large to be judged cannot be deleted either.
  const changes = and(changesOwners(condition), asStored(notRefuted(atMost(condition))));
  const { ownersFrom } = policy.guards;
  const template = withLimits(withAllowed(templates.owners, ownersFrom));
  const rule = unlessReleased(ruleWhere(changes, template, { rule: "ownerGuard", policy }), policy);
  const state = on(ownersFrom.length === 0 ? "new owners" : `new owners, but ${describeAllowed(ownersFrom)}`);
  return { name, state, rules: [{ aim: updatesOf(policy), rule }] };
}

/** More owners than can be compared are denied as new ones are, and its message says so. */
const withLimits = (guard: PolicyIr): PolicyIr => ({
  ...guard,
  rules: guard.rules.map((rule) => ({ ...rule, when: notRefuted(rule.when) })),
});

function changesOwners({ span }: Expression): Expression {
  const ownersOf = (root: string): Expression => {
    const owners = optionalSelect(select(identifier(root, span), "metadata", span), "ownerReferences", span);
    return method(owners, "orValue", [listLiteral([], span)], span);
  };
  return binary(ownersOf("object"), "!=", ownersOf("oldObject"), span);
}

/** An API group and its kinds. */
type Kinds = readonly [group: string, kinds: readonly string[]];

/**
 * What Kubernetes' own controllers give owners for: adoption, and claims that go with their StatefulSet, or with a Pod
 * that is scaled away.
 */
const known: Readonly<Record<string, readonly Kinds[]>> = {
  "system:serviceaccount:kube-system:statefulset-controller": [
    ["apps", ["StatefulSet"]],
    ["", ["Pod"]],
  ],
  "system:serviceaccount:kube-system:deployment-controller": [["apps", ["Deployment"]]],
  "system:serviceaccount:kube-system:replicaset-controller": [["apps", ["ReplicaSet"]]],
  "system:serviceaccount:kube-system:daemon-set-controller": [["apps", ["DaemonSet"]]],
  "system:serviceaccount:kube-system:job-controller": [["batch", ["Job"]]],
};

/**
 * Where controllers have no users of their own, it is all of them: those that are named beside it, or else every one
 * that is known here.
 */
const manager = "system:kube-controller-manager";

/** `undefined`: a controller of any kind. */
function kindsFrom(user: string, users: readonly string[]): readonly Kinds[] | undefined {
  if (user !== manager) return known[user];
  const named = users.flatMap((other) => known[other] ?? []);
  return named.length === 0 ? Object.values(known).flat() : named;
}

/** Whether Deployments may become owners, from one of these users. */
export const allowsDeployments = (users: readonly string[]): boolean =>
  users.some(
    (user) => kindsFrom(user, users)?.some(([group, kinds]) => group === "apps" && kinds.includes("Deployment")) ?? true,
  );

/** `StatefulSet, Pod from system:serviceaccount:kube-system:statefulset-controller` */
function describeAllowed(users: readonly string[]): string {
  const byKinds = Map.groupBy(
    users,
    (user) =>
      kindsFrom(user, users)
        ?.flatMap(([, kinds]) => kinds)
        .join(", ") ?? "any controller",
  );
  return [...byKinds].map(([kinds, own]) => `${kinds} from ${own.join(" or ")}`).join("; ");
}

/** The guard of the template, where these users may set owners. */
function withAllowed(guard: PolicyIr, users: readonly string[]): PolicyIr {
  const replace = onceHere((node: Expression): Expression => {
    const owner = placeholder(node);
    if (owner !== undefined) return isEqual(node) ? isAllowed(owner, users) : negate(isAllowed(owner, users));
    const inside = mapChildren(node, replace);
    if (inside.kind !== "binary") return inside;
    const { operator, left, right, span } = inside;
    if (operator === "||") return or(left, right, span);
    return operator === "&&" ? and(left, right, span) : inside;
  });
  return { ...guard, rules: guard.rules.map((rule) => ({ ...rule, when: replace(rule.when) })) };
}

const isEqual = (node: Expression): boolean => node.kind === "binary" && node.operator === "==";

/** `owner` of `owner.uid == '(allowed by the policy)'`, or of `!=`, since a guard says when an update is denied. */
function placeholder(node: Expression): Expression | undefined {
  if (node.kind !== "binary" || (node.operator !== "==" && node.operator !== "!=")) return undefined;
  const { left, right } = node;
  const [field, text] = left.kind === "literal" ? [right, left] : [left, right];
  const isMeant = text.kind === "literal" && text.value === "(allowed by the policy)" && field.kind === "select";
  return isMeant ? field.operand : undefined;
}

/** `username in ['...'] && owner.?controller.orValue(false) == true && (owner.kind == 'StatefulSet' && ... || ...)` */
function isAllowed(owner: Expression, users: readonly string[]): Expression {
  const { span } = owner;
  const byKinds = Map.groupBy(users, (user) => JSON.stringify(kindsFrom(user, users)));
  const allowed = [...byKinds.values()].map((own): Expression => {
    const isController = binary(
      method(optionalSelect(owner, "controller", span), "orValue", [literal(false, span)], span),
      "==",
      literal(true, span),
      span,
    );
    const kinds = kindsFrom(own[0] ?? "", users)?.map((kind) => isOfKind(owner, kind)) ?? [literal(true, span)];
    return and(
      and(isOneOf(username(span), own), isController),
      kinds.reduce((left, right) => or(left, right)),
    );
  });
  return allowed.reduce((left, right) => or(left, right), literal(false, span));
}

function isOfKind(owner: Expression, [group, kinds]: Kinds): Expression {
  const { span } = owner;
  const apiVersion = select(owner, "apiVersion", span);
  const isOfGroup =
    group === ""
      ? binary(apiVersion, "==", literal("v1", span), span)
      : method(apiVersion, "startsWith", [literal(`${group}/`, span)], span);
  return and(isOneOf(select(owner, "kind", span), kinds), isOfGroup);
}

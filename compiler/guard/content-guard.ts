import { or } from "../ir/boolean.ts";
import { type Expression, identifier, literal, select } from "../ir/expression.ts";
import type { ContentKind } from "../ir/guards.ts";
import type { PolicyIr, RuleIr, SeenAsParams } from "../ir/policy.ts";
import { joinText } from "../ir/text.ts";
import { judged } from "../arrange/bound.ts";
import {
  type Aim,
  type Guard,
  type GuardRule,
  type Protection,
  notNeeded,
  off,
  on,
  open,
  unlessReleasedElsewhere,
} from "./guard.ts";
import { selectorFor } from "./needed-label.ts";
import { atMost } from "./questions.ts";

/**
 * No Namespace is deleted that holds a protected object: deleting it would delete everything else in it, and leave it half
 * dead. The API server looks up the objects of one kind in the Namespace (threats T10).
 */
export function contentGuard({ policy }: Protection): Guard {
  const name = "namespaces";
  const reason = policy.guards.off[name];
  if (reason !== undefined) return { name, state: off(reason), rules: [] };
  const kinds = kindsIn(policy);
  const rules = kinds.flatMap((kind) => ruleFor(policy, kind) ?? []);
  const { unnamedContents } = policy;
  if (unnamedContents.length > 0) return { name, state: open(`${unnamedContents.join(", ")}: ${unnamedText}`), rules };
  if (rules.length < kinds.length)
    return { name, state: open("the rules need more of the request than a delete of the Namespace shows"), rules };
  const state =
    rules.length === 0 ? notNeeded("nothing that is matched is in a Namespace") : on(kinds.map(({ kind }) => kind).join(", "));
  return { name, state, rules };
}

const unnamedText = "not known by name; name the kinds in `guards.namespaces`, or mark the Namespaces";

function kindsIn({ rules }: PolicyIr): readonly ContentKind[] {
  const all = rules.flatMap(({ elsewhere }) => elsewhere?.asContent.map(({ kind }) => kind) ?? []);
  return [...new Map(all.map((kind) => [`${kind.resource}.${kind.group}`, kind])).values()];
}

function ruleFor(policy: PolicyIr, kind: ContentKind): GuardRule | undefined {
  const conditions = policy.rules.flatMap(({ elsewhere }) => (elsewhere === undefined ? [] : [asContent(elsewhere, kind)]));
  if (conditions.some((condition) => condition === undefined)) return undefined;
  const holds = (conditions as readonly Expression[]).reduce((left, right) => or(left, right));
  const isKept = unlessReleasedElsewhere(judged(atMost(holds)), policy, (seen) => asContent(seen, kind));
  return { aim: aimFor(kind, holds), rule: contentRule(policy, kind, isKept) };
}

function asContent({ asContent: seen }: SeenAsParams, { kind, group }: ContentKind): Expression | undefined {
  return seen.find((one) => one.kind.kind === kind && one.kind.group === group)?.condition;
}

function aimFor({ group, version, resource, kind }: ContentKind, condition: Expression): Aim {
  return {
    ending: `guard-namespaces-with-${resource}`,
    by: `by deleting the Namespace of its ${resource}`,
    match: [{ group: "", version: undefined, resource: "namespaces" }],
    params: { apiVersion: group === "" ? version : `${group}/${version}`, kind, selector: selectorFor(condition, "params") },
  };
}

function contentRule(policy: PolicyIr, { kind }: ContentKind, when: Expression): RuleIr {
  const { span } = policy;
  const nameOf = (root: string): Expression => select(select(identifier(root, span), "metadata", span), "name", span);
  const message = joinText([
    literal("namespaceGuard: Namespace ", span),
    nameOf("oldObject"),
    literal(` holds ${kind} `, span),
    nameOf("params"),
    literal(
      ", which is protected against deletion. What is protected in it comes first: the message of a delete of that object says how",
      span,
    ),
  ]);
  const parts = { action: "deny", operations: ["delete"], versionedReads: [], nestedWalks: [] } as const;
  return { name: "namespaceGuard", span, when, message, ...parts };
}

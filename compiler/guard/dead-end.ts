import type { Expression } from "../ir/expression.ts";
import type { PolicyIr, RuleIr } from "../ir/policy.ts";
import { once } from "../ir/once.ts";
import { children } from "../ir/expressions/visit.ts";
import { confirmationsIn } from "./marks/confirmations.ts";
import type { Guard } from "./guard.ts";
import { isAboutRequest } from "./marks/terms.ts";
import { unguardedFields } from "./marks/unguarded-fields.ts";

/**
 * Rules that nobody can get past: each denies a delete whoever asks, the release guard keeps all that it reads, nothing
 * confirms the delete, and the policy's overrides are states that nobody can bring about (`terminating()`). Empty where
 * the author says that there is no way (`overrides: { none: "reason" }`), and where a guard is off or open. ADR 46.
 */
export function deadEnds(policy: PolicyIr, guards: readonly Guard[]): readonly string[] {
  const release = guards.find(({ name }) => name === "release");
  const isKept = release?.state.is === "on" || release?.state.is === "not needed" || (release?.openFields ?? []).length > 0;
  const { guards: choices, noOverride, overrides } = policy;
  if (noOverride !== undefined || choices.release !== "strict" || !isKept) return [];
  if (!overrides.every(({ isImplied, rule }) => isImplied || isState(rule.when))) return [];
  return policy.rules.filter((rule) => isDeadEnd(rule, policy)).map(({ name }) => name);
}

/** What the author is told, with what to write. */
export function deadEndText(rules: readonly string[]): string {
  return (
    `dead end: nobody can delete what ${rules.length === 1 ? "rule" : "rules"} ${rules.join(", ")} protects, nor unmark it. Add an override that a ` +
    `person can take (overrides: [terminating(), released()]), or say why there is none (overrides: { none: "reason" })`
  );
}

function isDeadEnd(rule: RuleIr, policy: PolicyIr): boolean {
  const { action, operations, when, asking = when } = rule;
  if (action !== "deny" || !operations.includes("delete") || isAboutRequest(asking)) return false;
  if (unguardedFields({ ...policy, rules: [rule] }).length > 0) return false;
  return confirmationsIn(asking, policy.marks.fields) === undefined && !readsConfirmedNamespace(rule);
}

/** Marks of the Namespace may confirm as those of the object do. */
function readsConfirmedNamespace({ elsewhere }: RuleIr): boolean {
  const seen = elsewhere?.fromNamespace ?? [];
  return seen === "unknown" || seen.some(({ condition }) => confirmationsIn(condition) !== undefined);
}

const roots: ReadonlySet<string> = new Set(["object", "oldObject", "namespaceObject", "request", "authorizer", "params"]);

/** It reads nothing but whether a deletion has begun. */
const isState: (node: Expression) => boolean = once((node) => {
  if (node.kind === "select" && node.field === "deletionTimestamp") return true;
  if (node.kind === "binary" && (isNull(node.left) || isNull(node.right))) return true;
  return !(node.kind === "identifier" && roots.has(node.name)) && children(node).every(isState);
});

const isNull = (node: Expression): boolean => node.kind === "literal" && node.value === null;

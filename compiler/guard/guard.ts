import { and } from "../ir/boolean.ts";
import type { Expression } from "../ir/expression.ts";
import type { GuardName } from "../ir/guards.ts";
import type { MatchEntry, PolicyIr, RuleIr } from "../ir/policy.ts";

/** Our own policies, from which guards are made; written in the language of rules. */
export type GuardTemplates = Readonly<Record<GuardName, PolicyIr>>;

/** One kind of guard of one policy. */
export interface Guard {
  readonly name: GuardName;
  readonly state: GuardState;
  readonly rules: readonly GuardRule[];
}

/** A rule of a guard, and which of the policies that guards make it goes to. */
export interface GuardRule {
  readonly on: GuardTarget;
  readonly rule: RuleIr;
}

/** What is asked for: updates of the protected objects, of their Namespaces, or anything of the definitions of their kinds. */
export type GuardTarget = "objects" | "namespaces" | "definitions";

/** `on`; `off` by the author's wish; not needed; or `open`: needed, and not closed natively. With the reason, for the report. */
export type GuardState =
  | { readonly is: "on"; readonly what: string }
  | { readonly is: "off"; readonly reason: string }
  | { readonly is: "not needed"; readonly reason: string }
  | { readonly is: "open"; readonly reason: string };

/** What the rules of a policy protect: the part of it that its guards are made from. */
export interface Protection {
  readonly policy: PolicyIr;
  /** bool: some rule refuses to delete the object. */
  readonly condition: Expression;
}

/** The rule of the template, where `condition` holds as well. `place` is the policy's, where the author can change something. */
export function ruleWhere(condition: Expression, template: PolicyIr, { rule, policy }: { rule: string; policy: PolicyIr }): RuleIr {
  const found = template.rules.find(({ name }) => name === rule) as RuleIr;
  return { ...found, span: policy.span, when: and(condition, found.when) };
}

export const on = (what: string): GuardState => ({ is: "on", what });

export const off = (reason: string): GuardState => ({ is: "off", reason });

export const notNeeded = (reason: string): GuardState => ({ is: "not needed", reason });

export const open = (reason: string): GuardState => ({ is: "open", reason });

/** Every subresource of what is matched, and the object itself. */
export function everySubresource(match: readonly MatchEntry[]): readonly MatchEntry[] {
  return match.map((entry) => ({ ...entry, resource: `${entry.resource.split("/")[0] ?? ""}/*` }));
}

import type { Policy } from "../../language/policy.ts";
import type { PolicyIr } from "../../ir/policy.ts";
import type { Override } from "../../language/overrides/overrides.ts";
import type { Finding } from "../../api/rules-module.ts";
import { endOfDenial, isProtected, openWays, textOf, overridesOf } from "./overrides.ts";

/** What a rule says, before it is asked how the policy is enforced; `audit`: which override was taken. */
export type Unenforced = Finding;

/** What rules and overrides see of one request. */
export interface Views {
  readonly ofRule: (name: string) => unknown;
  readonly ofOverride: (name: string) => unknown;
}

/** Of a delete that a rule denies: let through where an override is open, and said so; else with what can be done. */
export function considerOverrides(
  { policy, compiled }: { readonly policy: Policy; readonly compiled: PolicyIr | undefined },
  found: readonly Unenforced[],
  views: Views,
): readonly Unenforced[] {
  if (overridesOf(policy).length === 0 && policy.reason === undefined) return found;
  const isDenied = found.some(({ action }) => action === "deny");
  // It runs the rules once more, which only tells what an override was taken for.
  if (!isDenied && !isProtected(policy, views.ofRule, compiled)) return found;
  const open = openWays(policy, views.ofOverride);
  if (open.length === 0) return found.map((finding) => withHow(finding, endOfDenial(policy, views.ofOverride)));
  const isOfProtected = !isDenied || isProtected(policy, views.ofRule, compiled);
  const taken = isOfProtected ? told(open, compiled).flatMap((way) => said(policy, way, views.ofOverride(way.name))) : [];
  const audited = new Set(compiled?.overrides.filter(({ isAudited }) => isAudited).map(({ rule }) => rule.name));
  const warnings = taken.map((one): Unenforced => (audited.has(one.rule) ? { ...one, action: "audit" } : one));
  return [...found.filter(({ action }) => action === "warn"), ...warnings];
}

/** Where a warning costs more than the API server allows, nobody is warned, here neither. */
function told(open: readonly Override[], compiled: PolicyIr | undefined): readonly Override[] {
  return open.filter(({ name }) => compiled?.overrides.find(({ rule }) => rule.name === name)?.isVisible !== false);
}

const withHow = (finding: Unenforced, how: string): Unenforced =>
  finding.action === "deny" ? { ...finding, message: `${finding.message}${how}` } : finding;

function said(policy: Policy, { name, warning }: Override, view: unknown): readonly Unenforced[] {
  if (warning === undefined) return [];
  return [{ policy: policy.name, rule: name, action: "warn", message: `${name}: ${textOf(warning, view)}` }];
}

import type { Policy } from "../dsl/policy.ts";
import type { PolicyIr } from "../ir/policy.ts";
import type { WayOut } from "../dsl/ways-out.ts";
import type { Said } from "./finding.ts";
import { endOfRefusal, isProtected, openWays, textOf, waysOutOf } from "./ways-out.ts";

/** What rules and ways out see of one request. */
export interface Views {
  readonly ofRule: (name: string) => unknown;
  readonly ofWayOut: (name: string) => unknown;
}

/** Of a delete that a rule refuses: let through where a way out is open, and said so; else with what can be done. */
export function considerWaysOut(
  { policy, compiled }: { readonly policy: Policy; readonly compiled: PolicyIr | undefined },
  found: readonly Said[],
  views: Views,
): readonly Said[] {
  if (waysOutOf(policy).length === 0 && policy.reason === undefined) return found;
  const isDenied = found.some(({ action }) => action === "deny");
  const isOfProtected = isProtected(policy, views.ofRule);
  if (!isDenied && !isOfProtected) return found;
  const open = openWays(policy, views.ofWayOut);
  if (open.length === 0) return found.map((finding) => withHow(finding, endOfRefusal(policy, views.ofWayOut)));
  const warnings = isOfProtected ? told(open, compiled).flatMap((way) => warningOf(policy, way, views.ofWayOut(way.name))) : [];
  return [...found.filter(({ action }) => action === "warn"), ...warnings];
}

/** Where a warning costs more than the API server allows, nobody is warned, here neither. */
function told(open: readonly WayOut[], compiled: PolicyIr | undefined): readonly WayOut[] {
  return open.filter(({ name }) => compiled?.waysOut.find(({ rule }) => rule.name === name)?.isVisible !== false);
}

const withHow = (finding: Said, how: string): Said =>
  finding.action === "deny" ? { ...finding, message: `${finding.message}${how}` } : finding;

function warningOf(policy: Policy, { name, warning }: WayOut, view: unknown): readonly Said[] {
  if (warning === undefined) return [];
  return [{ policy: policy.name, rule: name, action: "warn", message: `${name}: ${textOf(warning, view)}` }];
}

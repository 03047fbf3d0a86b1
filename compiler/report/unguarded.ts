import { builtInGroups } from "../ir/built-in-groups.ts";
import { isPattern, type MatchEntry, isMatched } from "../api/coverage.ts";
import type { GuardName } from "../ir/guards.ts";
import type { PolicyIr } from "../ir/policy.ts";

/** Guards of what is matched, whatever the rules say of it: that CEL knows nothing of a rule is nothing to them. */
export function isOfWholeMatch(guard: GuardName): boolean {
  return guard === "definitions" || guard === "namespaceLabels";
}

/** Of a policy without any guard: why one of this kind would have nothing to do; undefined: it would. */
export function notConcerned(policy: PolicyIr, guard: GuardName): string | undefined {
  const concern = concerns[guard];
  return concern === undefined || concern.is(policy) ? undefined : concern.otherwise;
}

interface Concern {
  readonly is: (policy: PolicyIr) => boolean;
  readonly otherwise: string;
}

const concerns: Readonly<Partial<Record<GuardName, Concern>>> = {
  finalizers: { is: ({ guards }) => guards.finalizers.length > 0, otherwise: "the policy names none" },
  namespaces: { is: hasContents, otherwise: "nothing that is matched is in a Namespace" },
  namespaceLabels: {
    is: ({ enforcement }) => enforcement.by !== undefined,
    otherwise: "the policy is enforced alike everywhere",
  },
  definitions: { is: ({ match }) => match.some(isDefined), otherwise: "the kinds are built in" },
  evictions: { is: ({ match }) => isMatched(match, "", "pods"), otherwise: "no Pods are matched" },
  webhooks: {
    is: ({ match }) => isMatched(match, "admissionregistration.k8s.io", "validatingwebhookconfigurations"),
    otherwise: "no webhook configurations are matched",
  },
  freeze: { is: ({ guards }) => guards.freeze, otherwise: "the policy does not ask for it" },
};

function hasContents({ rules, unnamedContents }: PolicyIr): boolean {
  return unnamedContents.length > 0 || rules.some(({ elsewhere }) => (elsewhere?.asContent.length ?? 0) > 0);
}

function isDefined({ group }: MatchEntry): boolean {
  return isPattern(group) || !builtInGroups.some((builtIn) => builtIn === group);
}

import type { ApiRequest } from "../../control-plane/api-client.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { type Attack, type Victim, deletion, namespacePath, denialBy } from "./attack.ts";
import { type Protection, inheriting, keyOf, staged } from "./protections.ts";
import type { Target } from "./targets.ts";

const relabelled = ({ namespace }: Victim, labels: object, subresource = ""): ApiRequest =>
  mergePatch(`${namespacePath(namespace)}${subresource}`, { metadata: { labels } });

const isContent = ({ isNamespaced }: Target): boolean => isNamespaced;

interface Label {
  readonly threats: { readonly main: string; readonly status: string };
  /** Begins the title. */
  readonly what: string;
  readonly protection: Protection;
  /** What the label becomes; `null` is none. */
  readonly becomes: string | null;
  readonly denial: string;
}

/** Its Namespace gets another label, then it is deleted. */
function relabelling({ threats, what, protection, becomes, denial }: Label): readonly Attack[] {
  const labels = { [keyOf(protection.ofNamespace)]: becomes };
  const rest = { protection, denial, isPossible: isContent, isRepeated: true } as const;
  return [
    { ...rest, threat: threats.main, title: what, steps: (victim) => [relabelled(victim, labels), deletion(victim)] },
    {
      ...rest,
      threat: threats.status,
      title: `${what} through /status`,
      steps: (victim) => [relabelled(victim, labels, "/status"), deletion(victim)],
    },
  ];
}

/** T3, T4: the mark is that of the Namespace. */
export const unmarkingsOfNamespaces: readonly Attack[] = relabelling({
  threats: { main: "T3", status: "T4" },
  what: "label of its Namespace removed that protects it",
  protection: inheriting,
  becomes: null,
  denial: denialBy("inherited-guard-namespaces", "namespaceReleaseGuard"),
});

/** T19: a label of the Namespace decides whether the policy denies. */
export const restagings: readonly Attack[] = relabelling({
  threats: { main: "T19", status: "T19" },
  what: "label of its Namespace lowered that decides how the policy is enforced",
  protection: staged,
  becomes: "none",
  denial: denialBy("staged-guard-namespace-labels", "namespaceLabelGuard"),
});

import type { GroupResource } from "../../api/resource.ts";
import type { SelectorIr } from "../../ir/policy.ts";
import type { MatchCondition, ResourceRule } from "../../manifest/kubernetes-objects.ts";

/** What the API server asks for a feature, besides the rules of policies. */
export interface FeatureWebhook {
  /** Ends in `.holdfast.dev`. */
  readonly name: string;
  /** A route of the webhook process. */
  readonly path: string;
  readonly rules: readonly ResourceRule[];
  readonly namespaces?: SelectorIr;
  readonly objects?: SelectorIr;
  /** In Holdfast's own Namespace, too, where nothing that it asks about is needed to start again. */
  readonly isAskedEverywhere?: true;
  readonly matchConditions?: readonly MatchCondition[];
  /** Kinds for which what the controller announces depends on this webhook; undefined: nothing is announced. */
  readonly keeps?: readonly GroupResource[];
  /** How long the API server waits: a delete has 34 s in all, and may be asked about twice. */
  readonly timeoutSeconds: number;
}

/** Deletes of all versions of these, in one rule for each group. */
export function deletesOf(types: readonly GroupResource[]): readonly ResourceRule[] {
  const byGroup = Map.groupBy(types, ({ group }) => group);
  return [...byGroup].map(([group, same]) => ({
    apiGroups: [group],
    apiVersions: ["*"],
    operations: ["DELETE"],
    resources: [...new Set(same.map(({ resource }) => resource))],
    scope: "*",
  }));
}

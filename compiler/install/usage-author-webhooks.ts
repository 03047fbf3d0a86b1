import type { UsageOrigin } from "../ir/fallback.ts";
import type { ResourceRule } from "../manifest/kubernetes-objects.ts";
import type { FeatureWebhook } from "./feature-webhook.ts";
import { protectionGroup } from "./settings.ts";

/** The kinds of Usages that count, by group; those of Crossplane are `v1beta1` of its own two groups. */
const usagesOf: Readonly<Record<UsageOrigin, Readonly<Record<string, readonly string[]>>>> = {
  holdfast: { [protectionGroup]: ["usages", "clusterusages"] },
  crossplane: { "protection.crossplane.io": ["usages", "clusterusages"], "apiextensions.crossplane.io": ["usages"] },
};

/** Discovery and one query; the API server waits a little longer than the webhook's own client does. */
const timeoutSeconds = 10;

/** What the API server asks runtime-fallback/usages/authors/usage-author-routes.ts: about each new Usage, and each change of what one says. */
export function usageAuthorWebhooks(origins: readonly UsageOrigin[]): readonly FeatureWebhook[] {
  if (origins.length === 0) return [];
  return [
    {
      name: "authors.usages.holdfast.dev",
      path: "/usage-authors",
      rules: origins.flatMap(rulesOf),
      // A Usage may name what is in another Namespace, or in none: made in ours, it keeps that just as well.
      isAskedEverywhere: true,
      matchConditions: [
        {
          name: "spec-changes",
          expression: "request.operation == 'CREATE' || object.?spec.orValue(null) != oldObject.?spec.orValue(null)",
        },
      ],
      timeoutSeconds,
    },
  ];
}

function rulesOf(origin: UsageOrigin): readonly ResourceRule[] {
  return Object.entries(usagesOf[origin]).map(([group, resources]) => ({
    apiGroups: [group],
    apiVersions: ["*"],
    operations: ["CREATE", "UPDATE"],
    resources,
    scope: "*",
  }));
}

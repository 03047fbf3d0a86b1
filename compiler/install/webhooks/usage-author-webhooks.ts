import { type UsageOrigin, usageKindsOf } from "../../api/usage-kinds.ts";
import type { ResourceRule } from "../../manifest/kubernetes-objects.ts";
import type { FeatureWebhook } from "./feature-webhook.ts";

/** Discovery and one query; the API server waits a little longer than the webhook's own client does. */
const timeoutSeconds = 10;

/**
 * What the API server asks runtime-fallback/usages/authors/decide-author.ts: about each new Usage,
 * and each change of what one says.
 */
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

/** One for each group. */
function rulesOf(origin: UsageOrigin): readonly ResourceRule[] {
  return [...Map.groupBy(usageKindsOf([origin]), ({ group }) => group)].map(([group, kinds]) => ({
    apiGroups: [group],
    apiVersions: ["*"],
    operations: ["CREATE", "UPDATE"],
    resources: kinds.map(({ resource }) => resource),
    scope: "*",
  }));
}

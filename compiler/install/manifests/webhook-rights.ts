import type { FallbackIr } from "../../ir/fallback.ts";
import { type GroupResource, namespaces } from "../../api/resource.ts";
import { criticalServiceResource } from "../../api/critical-services.ts";
import { isPattern, groupCovers, splitResource } from "../../api/coverage.ts";
import { lookedFor, needsNamespaceLook } from "../webhooks/namespace-webhooks.ts";
import { readsNamespace } from "../reads-namespace.ts";
import type { Asking } from "./contents.ts";
import { read, rulesFor, withServed } from "./policy-rule.ts";
import type { PolicyRule } from "../../api/policy-rule.ts";

const accessReviews: GroupResource = { group: "authorization.k8s.io", resource: "subjectaccessreviews" };

/** What the webhook may do in the whole cluster: read what rules and features ask about, and nothing else. */
export function webhookRights(fallback: FallbackIr, { rules, policies }: Asking): readonly PolicyRule[] {
  const { usages, criticalServices, appcat, events } = fallback;
  const isNamespaceRead = appcat !== undefined || rules.some(readsNamespace);
  return withServed([
    // Informers keep what rules ask about.
    ...rulesFor(
      rules.flatMap(({ asks }) => asks.map(({ resource }) => resource)),
      read,
    ),
    ...rulesFor(isNamespaceRead ? [namespaces] : [], ["get"]),
    // The rest is looked at when it is asked for, and not remembered.
    // It asks what others may do, which changes nothing.
    ...(usages === undefined ? [] : rulesFor([accessReviews], ["create"])),
    ...(criticalServices === undefined ? [] : rulesFor([criticalServiceResource], ["list"])),
    ...rulesFor(criticalServices?.criteria ?? [], ["get", "list"]),
    ...rulesFor([...(criticalServices?.providers ?? []), ...(appcat?.composites ?? [])], ["get"]),
    ...rulesFor(contentsOf(fallback, policies), ["list"]),
    ...(events ? rulesFor([{ group: "events.k8s.io", resource: "events" }], ["create", "patch"]) : []),
  ]);
}

/** What a policy means that looks into Namespaces: RBAC knows no patterns, so the declaration says which groups there are. */
function contentsOf({ namespaceContents }: FallbackIr, policies: Asking["policies"]): readonly GroupResource[] {
  if (namespaceContents === undefined) return [];
  const entries = policies.filter(needsNamespaceLook).flatMap(lookedFor);
  return entries.flatMap(({ group, resource }) => {
    const groups = isPattern(group) ? namespaceContents.groups.filter((one) => groupCovers(group, one)) : [group];
    return groups.map((one) => ({ group: one, resource: splitResource(resource).resource }));
  });
}

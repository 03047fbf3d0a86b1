import type { AppCatIr } from "../../ir/fallback.ts";
import { appcatKinds, namespaces } from "../../api/resource.ts";
import { marks } from "../../api/names.ts";
import type { SelectorIr } from "../../ir/policy.ts";
import type { MatchCondition } from "../../manifest/kubernetes-objects.ts";
import { type FeatureWebhook, deletesOf } from "./feature-webhook.ts";

/** The composite is one look; the API server waits for it a little longer than the webhook's own client does. */
const timeoutSeconds = 10;

/** Any of the owner's labels: an object that has lost one of them is still asked about, and denied. */
const hasOwnerLabel: MatchCondition = {
  name: "has-owner-label",
  expression: "oldObject.metadata.?labels.orValue({}).exists(key, key.startsWith('appcat.vshn.io/owner'))",
};

/** Without this label a Namespace is of no instance; selectors cannot say "any of these". */
const ofInstance: SelectorIr = { matchExpressions: [{ key: marks.appcatOwner, operator: "Exists" }] };

/** What the API server asks runtime-fallback/appcat/backend-guard.ts. */
export function appcatWebhooks({ objects }: AppCatIr): readonly FeatureWebhook[] {
  const managed = { path: "/appcat/managed", timeoutSeconds };
  return [
    {
      ...managed,
      name: "managed.appcat.holdfast.dev",
      rules: deletesOf([namespaces, ...objects]),
      matchConditions: [hasOwnerLabel],
    },
    { ...managed, name: "owned.appcat.holdfast.dev", rules: deletesOf(appcatKinds.owned) },
    {
      path: "/appcat/unmanaged",
      timeoutSeconds,
      name: "unmanaged.appcat.holdfast.dev",
      rules: deletesOf(appcatKinds.unmanaged),
      namespaces: ofInstance,
    },
  ];
}

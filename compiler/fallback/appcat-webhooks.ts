import type { SelectorIr } from "../ir/policy.ts";
import type { MatchCondition, ResourceRule, ValidatingWebhook } from "../manifest/kubernetes-objects.ts";
import { type FallbackSettings, names } from "./settings.ts";

/** What is guarded as part of an AppCat instance. */
export interface AppcatKinds {
  /** Kinds that Crossplane or its providers make, and label themselves, of which others are none of AppCat's: Namespaces, Releases, Objects. */
  readonly labelled: readonly GuardedKind[];
  /** Kinds of which each object is AppCat's: without labels it stays, too. */
  readonly owned: readonly GuardedKind[];
  /** Kinds that come by way of something else, and go by the labels of their Namespace: PersistentVolumeClaims. */
  readonly unmanaged: readonly GuardedKind[];
}

export interface GuardedKind {
  readonly group: string;
  readonly resource: string;
}

/** As in AppCat's own controller: vshn/appcat, cmd/controller.go. */
export const usualAppcatKinds: AppcatKinds = {
  labelled: [
    { group: "", resource: "namespaces" },
    { group: "helm.crossplane.io", resource: "releases" },
    { group: "kubernetes.crossplane.io", resource: "objects" },
    { group: "mysql.sql.crossplane.io", resource: "databases" },
    { group: "mysql.sql.crossplane.io", resource: "grants" },
    { group: "mysql.sql.crossplane.io", resource: "users" },
  ],
  owned: [{ group: "appcat.vshn.io", resource: "xobjectbuckets" }],
  unmanaged: [{ group: "", resource: "persistentvolumeclaims" }],
};

/** The composite is one look; the API server waits for it a little longer than the webhook's own client does. */
const timeoutSeconds = 10;

/** Any of the owner's labels: an object that has lost one of them is still asked about, and refused. */
const hasOwnerLabel: MatchCondition = {
  name: "has-owner-label",
  expression: "oldObject.metadata.?labels.orValue({}).exists(key, key.startsWith('appcat.vshn.io/owner'))",
};

/** Without this label a Namespace is of no instance; selectors cannot say "any of these". */
const ofInstance: SelectorIr = { matchExpressions: [{ key: "appcat.vshn.io/ownercomposite", operator: "Exists" }] };

/** What the API server asks runtime-fallback/appcat/appcat-routes.ts. */
export function appcatWebhooks(kinds: AppcatKinds, settings: FallbackSettings): readonly ValidatingWebhook[] {
  const { labelled, owned, unmanaged } = kinds;
  return [
    ...webhook({ name: "managed", path: "managed", kinds: labelled, matchConditions: [hasOwnerLabel] }, settings),
    ...webhook({ name: "owned", path: "managed", kinds: owned }, settings),
    ...webhook({ name: "unmanaged", path: "unmanaged", kinds: unmanaged, namespaces: ofInstance }, settings),
  ];
}

interface Entry {
  readonly name: string;
  readonly path: "managed" | "unmanaged";
  readonly kinds: readonly GuardedKind[];
  readonly matchConditions?: readonly MatchCondition[];
  readonly namespaces?: SelectorIr;
}

function webhook(
  { name, path, kinds, matchConditions, namespaces = {} }: Entry,
  { namespace }: FallbackSettings,
): readonly ValidatingWebhook[] {
  if (kinds.length === 0) return [];
  return [
    {
      name: `${name}.appcat.holdfast.dev`,
      clientConfig: { service: { namespace, name: names.webhook, path: `/appcat/${path}`, port: 443 } },
      rules: rulesFor(kinds),
      failurePolicy: "Fail",
      matchPolicy: "Equivalent",
      namespaceSelector: namespaces,
      objectSelector: {},
      ...(matchConditions !== undefined && { matchConditions }),
      sideEffects: "None",
      timeoutSeconds,
      admissionReviewVersions: ["v1"],
    },
  ];
}

function rulesFor(kinds: readonly GuardedKind[]): readonly ResourceRule[] {
  const byGroup = Map.groupBy(kinds, ({ group }) => group);
  return [...byGroup].map(([group, same]) => ({
    apiGroups: [group],
    apiVersions: ["*"],
    operations: ["DELETE"],
    resources: same.map(({ resource }) => resource),
    scope: "*",
  }));
}

import { type Kind, configMap, custom, ingress, service, workload } from "./kinds.ts";

/**
 * What one preset reads of an object, value by value: as its system does, and no other way. Where the values are from:
 *
 * - kruise: openkruise/kruise@661d14e20129:pkg/webhook/util/deletionprotection/deletion_protection.go;
 *   @35c94ed3ce03:test/e2e/policy/deletionprotection.go
 * - karmada: karmada-io/karmada@fa4a07786528:pkg/webhook/resourcedeletionprotection/validating_test.go
 * - kubevirt: kubevirt/ssp-operator@aa0a5ccddfd8:tests/vm_delete_protection_test.go (`True`, `true`; `False`, `false`,
 *   `niceValue`)
 * - cozystack: cozystack/cozystack@ecdf3f3a1563:packages/core/platform/templates/deletion-protection.yaml (an object
 *   selector)
 * - helm: helm/helm@ff05abd54f45:pkg/action/resource_policy.go
 * - argo-cd, flux, crossplane: the files that the headers of their presets name
 */
export interface Marked {
  readonly preset: string;
  readonly rule: string;
  readonly kind: Kind;
  readonly place: "labels" | "annotations";
  readonly key: string;
  readonly denied: readonly string[];
  readonly allowed: readonly string[];
  /** A key that only looks like it. */
  readonly otherKey: string;
}

const kruise = {
  preset: "kruise-delete-protection",
  rule: "always",
  place: "labels",
  key: "policy.kruise.io/delete-protection",
  denied: ["Always"],
  allowed: ["always", "ALWAYS", "", "true", "Never"],
  otherKey: "kruise.io/delete-protection",
} as const;

const anyKind = { kind: configMap, place: "annotations" } as const;

export const marked: readonly Marked[] = [
  { ...kruise, kind: service },
  { ...kruise, kind: ingress },
  { ...kruise, kind: workload("ReplicaSet", 0) },
  { ...kruise, kind: custom.cloneSet, allowed: [...kruise.allowed, "Cascading"] },
  {
    preset: "karmada-deletion-protected",
    rule: "deletionProtected",
    kind: configMap,
    place: "labels",
    key: "resourcetemplate.karmada.io/deletion-protected",
    denied: ["Always"],
    allowed: ["always", "ALWAYS", "", "true", "Never"],
    otherKey: "karmada.io/deletion-protected",
  },
  {
    preset: "kubevirt-delete-protection",
    rule: "deleteProtection",
    kind: custom.virtualMachine,
    place: "labels",
    key: "kubevirt.io/vm-delete-protection",
    denied: ["true", "True"],
    allowed: ["TRUE", "False", "false", "niceValue", "", "trueTrue"],
    otherKey: "kubevirt.io/delete-protection",
  },
  {
    preset: "cozystack-no-delete",
    rule: "noDelete",
    kind: custom.helmRelease,
    place: "labels",
    key: "platform.cozystack.io/no-delete",
    denied: ["true"],
    allowed: ["True", "false", "", "yes"],
    otherKey: "cozystack.io/no-delete",
  },
  {
    preset: "crossplane-in-use",
    rule: "inUse",
    kind: custom.upboundInstance,
    place: "labels",
    key: "crossplane.io/in-use",
    denied: ["true"],
    allowed: ["True", "false", ""],
    otherKey: "crossplane.io/used",
  },
  {
    ...anyKind,
    preset: "helm-keep",
    rule: "keep",
    key: "helm.sh/resource-policy",
    denied: ["keep", "Keep", "KEEP", " keep\t"],
    allowed: ["", "delete", "prefer-existing", "keeps", "keep,prefer-existing"],
    otherKey: "helm.sh/resourcepolicy",
  },
  {
    ...anyKind,
    preset: "argo-cd-sync-options",
    rule: "kept",
    key: "argocd.argoproj.io/sync-options",
    denied: ["Prune=false", "Delete=confirm", "Delete=false", "Prune=confirm", "Replace=true, Prune=false ,Validate=false"],
    allowed: [
      "",
      "prune=false",
      "Prune=False",
      "Prune=true",
      "Prune=falsehood",
      "NoPrune=false",
      "Prune = false",
      "Prune=false;a",
    ],
    otherKey: "argocd.argoproj.io/compare-options",
  },
  {
    ...anyKind,
    preset: "flux-prune-disabled",
    rule: "pruneDisabled",
    key: "kustomize.toolkit.fluxcd.io/prune",
    denied: ["disabled", "Disabled", "DISABLED"],
    allowed: ["", "enabled", "disabled ", "true"],
    otherKey: "kustomize.toolkit.fluxcd.io/reconcile",
  },
  {
    preset: "flux-prune-disabled",
    rule: "pruneDisabled",
    kind: service,
    place: "labels",
    key: "kustomize.toolkit.fluxcd.io/prune",
    denied: ["disabled", "Disabled"],
    allowed: ["", "enabled"],
    otherKey: "kustomize.toolkit.fluxcd.io/reconcile",
  },
];

/** Of each preset the policy with the rule; Kruise has another one beside it. */
export const presets: readonly string[] = [...new Set(marked.map(({ preset }) => preset))];

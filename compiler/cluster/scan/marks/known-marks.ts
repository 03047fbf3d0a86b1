import { annotationNames, marks } from "../../../api/names.ts";

export type MarkPlace = "label" | "annotation";

/** A label or annotation that some system heeds. */
export interface KnownMark {
  readonly key: string;
  readonly places: readonly MarkPlace[];
  /** The values that mean something; undefined: any, or nobody here knows. */
  readonly values: readonly string[] | undefined;
  /** `Keep` is as good as `keep`. */
  readonly ignoresCase: boolean;
  /** Values that were never meant otherwise count, and no others: what else a policy takes is not known. */
  readonly isOfPolicy: boolean;
  /** Who heeds it. */
  readonly system: string;
  /** `s3.services.k8s.aws/...` counts, too. */
  readonly perService: boolean;
}

type Written = Partial<KnownMark> & Pick<KnownMark, "key" | "system">;

const label = (key: string, system: string, values?: readonly string[]): Written => ({ key, system, places: ["label"], values });

const annotation = (key: string, system: string, values?: readonly string[]): Written => ({
  key,
  system,
  places: ["annotation"],
  values,
});

/** What each means: docs/rules/presets.md, docs/rules/overrides.md, docs/systems/crossplane-usage.md, and the policies of ACK. */
const written: readonly Written[] = [
  { ...annotation("services.k8s.aws/prevent-delete", "ACK", ["true", "false"]), perService: true },
  { ...annotation("services.k8s.aws/deletion-policy", "ACK", ["delete", "retain"]), perService: true },
  label("appcat.vshn.io/webhook-allowdeletion", "AppCat", ["true", "false"]),
  label("appcat.vshn.io/webhook-allowpvcdeletion", "AppCat", ["true", "false"]),
  label(marks.appcatOwner, "AppCat"),
  label("crossplane.io/in-use", "Crossplane", ["true"]),
  annotation("crossplane.io/usage-details", "Crossplane"),
  label(marks.inUse, "Holdfast", ["true"]),
  label(marks.critical, "Holdfast's CriticalServices", ["true"]),
  annotation(annotationNames.release, "Holdfast"),
  annotation("holdfast.dev/released-until", "Holdfast"),
  annotation("holdfast.dev/confirm-delete", "Holdfast"),
  annotation("holdfast.dev/approved-by", "Holdfast"),
  annotation(annotationNames.deleteWhenUnused, "Holdfast"),
  annotation(annotationNames.usedBy, "Holdfast"),
  annotation(annotationNames.source, "Holdfast"),
  label("policy.kruise.io/delete-protection", "OpenKruise", ["Always", "Cascading"]),
  label("resourcetemplate.karmada.io/deletion-protected", "Karmada", ["Always"]),
  label("kubevirt.io/vm-delete-protection", "KubeVirt", ["true", "True", "false", "False"]),
  label("platform.cozystack.io/no-delete", "Cozystack", ["true"]),
  annotation("confirmation.gardener.cloud/deletion", "Gardener"),
  label("gardener.cloud/deletion-protected", "Gardener", ["true", "false"]),
  annotation("admission.cybozu.com/i-am-sure-to-delete", "NECO"),
  { ...annotation("helm.sh/resource-policy", "Helm", ["keep"]), ignoresCase: true },
  annotation("argocd.argoproj.io/sync-options", "Argo CD"),
  annotation("argocd.argoproj.io/deletion-approved", "Argo CD"),
  {
    ...annotation("kustomize.toolkit.fluxcd.io/prune", "Flux", ["disabled", "enabled"]),
    places: ["label", "annotation"],
    ignoresCase: true,
  },
];

export function markOf(one: Written): KnownMark {
  return { places: [], values: undefined, ignoresCase: false, isOfPolicy: false, perService: false, ...one };
}

export const knownMarks: readonly KnownMark[] = written.map(markOf);

/** ACK has a key for each service beside the one for all: `s3.` is the service. */
export function withoutService(key: string): string {
  return key.replace(/^[a-z0-9-]+\.(?=services\.k8s\.aws\/)/, "");
}

import { fieldsOf, metadataOf } from "../../api/json.ts";
import type { PropagationPolicy } from "../deletion/propagation.ts";
import type { WrittenObject } from "./written-objects.ts";

/** Who applies the manifests, and deletes what is no longer among them. */
export const pruners = ["argocd", "flux", "kubectl"] as const;
export type Pruner = (typeof pruners)[number];

/** What one of them does about an object that is no longer written. */
export interface PruneRules {
  readonly shown: string;
  /** In whose name it deletes, as it is usually installed; undefined: of whoever runs it. */
  readonly user: string | undefined;
  readonly propagationPolicy: PropagationPolicy;
  /** Why it leaves an object alone; undefined: it deletes it. `live` is as the cluster has it, or as it was written. */
  readonly keeps: (written: WrittenObject, live: unknown) => string | undefined;
}

export const pruneRules: Readonly<Record<Pruner, PruneRules>> = {
  argocd: {
    shown: "Argo CD",
    user: "system:serviceaccount:argocd:argocd-application-controller",
    // PrunePropagationPolicy of the application may say something else.
    propagationPolicy: "Foreground",
    keeps: (_, live) => argoKeeps(annotationsOf(live)),
  },
  flux: {
    shown: "Flux",
    user: "system:serviceaccount:flux-system:kustomize-controller",
    propagationPolicy: "Background",
    keeps: (_, live) => fluxKeeps(labelsOf(live)) ?? fluxKeeps(annotationsOf(live)),
  },
  kubectl: {
    shown: "kubectl apply --prune",
    user: undefined,
    propagationPolicy: "Background",
    keeps: kubectlKeeps,
  },
};

type Texts = Readonly<Record<string, unknown>>;

const annotationsOf = (object: unknown): Texts => fieldsOf(metadataOf(object)["annotations"]);
const labelsOf = (object: unknown): Texts => fieldsOf(metadataOf(object)["labels"]);

const syncOptions = "argocd.argoproj.io/sync-options";

/** argoproj/gitops-engine: pkg/sync/sync_context.go and pkg/sync/hook/hook.go. */
function argoKeeps(annotations: Texts): string | undefined {
  const options = String(annotations[syncOptions] ?? "").split(",");
  const prune = options.map((option) => option.trim()).find((option) => /^Prune=(?:false|confirm)$/.test(option));
  if (prune === "Prune=false") return `${syncOptions}: Prune=false`;
  if (prune !== undefined) return `${syncOptions}: Prune=confirm: the sync waits until somebody confirms it`;
  return hookKey(annotations);
}

/** `Skip` makes it no hook, and Helm's `crd-install` is none of Argo CD. */
function hookKey(annotations: Texts): string | undefined {
  const [argo, helm] = ["argocd.argoproj.io/hook", "helm.sh/hook"];
  const types = String(annotations[argo] ?? "")
    .split(",")
    .map((type) => type.trim());
  if (types.includes("Skip")) return undefined;
  if (types.some((type) => type !== "")) return `it is a hook (${argo})`;
  const isHelm = annotations[helm] !== undefined && annotations[helm] !== "crd-install";
  return isHelm ? `it is a hook (${helm})` : undefined;
}

/** fluxcd/kustomize-controller: internal/controller/kustomization_controller.go, prune. */
function fluxKeeps(marks: Texts): string | undefined {
  const keys = ["kustomize.toolkit.fluxcd.io/prune", "kustomize.toolkit.fluxcd.io/reconcile"];
  const found = keys.find((key) => String(marks[key]).toLowerCase() === "disabled");
  return found === undefined ? undefined : `${found}: disabled`;
}

/** kubernetes: staging/src/k8s.io/kubectl/pkg/util/prune/prune.go, and pkg/cmd/apply/prune.go. */
const pruned: ReadonlySet<string> = new Set([
  "/ConfigMap",
  "/Endpoints",
  "/Namespace",
  "/PersistentVolumeClaim",
  "/PersistentVolume",
  "/Pod",
  "/ReplicationController",
  "/Secret",
  "/Service",
  "batch/Job",
  "batch/CronJob",
  "networking.k8s.io/Ingress",
  "apps/DaemonSet",
  "apps/Deployment",
  "apps/ReplicaSet",
  "apps/StatefulSet",
]);

function kubectlKeeps({ group, kind }: WrittenObject): string | undefined {
  return pruned.has(`${group}/${kind}`) ? undefined : `kubectl prunes no ${kind}, unless --prune-allowlist names it`;
}

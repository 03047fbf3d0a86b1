import { argocd } from "./argocd.ts";
import { flux } from "./flux.ts";
import { helm } from "./helm.ts";
import { applyset, kubectl } from "./kubectl.ts";
import type { PruneRules } from "./prune-rules.ts";

/** Who applies the manifests, and deletes what is no longer among them. */
export const pruners = ["argocd", "flux", "helm", "kubectl", "applyset"] as const;
export type Pruner = (typeof pruners)[number];

export const pruneRules: Readonly<Record<Pruner, PruneRules>> = { argocd, flux, helm, kubectl, applyset };

import { argocd } from "./argocd.ts";
import { flux } from "./flux.ts";
import { helm } from "./helm.ts";
import { applyset, kubectl } from "./kubectl.ts";
import type { PruneRules, Pruner } from "./prune-rules.ts";

export const pruneRules: Readonly<Record<Pruner, PruneRules>> = { argocd, flux, helm, kubectl, applyset };

import { annotationNames, ourLabel } from "../api/names.ts";
import type { Metadata } from "./kubernetes-objects.ts";

/** Where the policy stands in its author's source. */
export interface Origin {
  readonly file: string;
  /** Undefined: it is made from several files, of which this is the directory. */
  readonly line?: number;
}

/**
 * Argo CD applies lower waves first: the policy, then the binding that makes it active, then the workloads (wave 0).
 */
export const policyWave = -2;
export const bindingWave = -1;

/**
 * Name, labels and annotations; a binding says by its name where its policy is from. Neither Argo CD nor Flux removes the object when its file leaves the repository:
 * protection ends when a person deletes it, not because a commit lost a file.
 */
export function buildMetadata(name: string, syncWave: number, origin?: Origin): Metadata {
  return {
    name,
    labels: { [ourLabel.key]: ourLabel.value },
    annotations: {
      ...(origin !== undefined && { [annotationNames.source]: placeOf(origin) }),
      "argocd.argoproj.io/sync-options": "Prune=false",
      "argocd.argoproj.io/sync-wave": String(syncWave),
      "kustomize.toolkit.fluxcd.io/prune": "disabled",
    },
  };
}

const placeOf = ({ file, line }: Origin): string => (line === undefined ? file : `${file}:${line}`);

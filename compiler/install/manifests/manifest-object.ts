import { annotationNames, ourLabel, partOfLabel } from "../../api/names.ts";
import type { FallbackIr } from "../../ir/fallback.ts";
import type { Origin } from "../../manifest/metadata.ts";

/** An object as it is written: with every default of the API server, and nothing that it sets by itself. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ManifestMetadata;
  readonly [field: string]: unknown;
}

export interface ManifestMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The declaration, and where it stands. */
export interface Installation {
  readonly fallback: FallbackIr;
  readonly origin: Origin;
}

/**
 * Argo CD applies lower waves first, and waits until what they hold is healthy: what workloads need before
 * them, the configuration after them.
 */
const waves = { foundation: -4, rules: -3, workload: 0 } as const;

interface Described {
  readonly name: string;
  readonly wave: keyof typeof waves;
  /** Outside of namespaces. */
  readonly isClusterScoped?: true;
  /**
   * `never`: neither Argo CD nor Flux nor Helm removes it, not even with the whole application, since others' objects
   * would go with it. `last`: Argo CD does once everything else is in place.
   */
  readonly pruned?: "never" | "last";
  readonly labels?: Readonly<Record<string, string>>;
}

export function describedBy({ fallback, origin }: Installation, object: Described): ManifestMetadata {
  const { name, wave, isClusterScoped, pruned, labels } = object;
  return {
    name,
    ...(isClusterScoped !== true && { namespace: fallback.namespace }),
    labels: { [ourLabel.key]: ourLabel.value, [partOfLabel.key]: partOfLabel.value, ...labels },
    annotations: {
      [annotationNames.source]: `${origin.file}:${origin.line}`,
      ...(pruned !== undefined && {
        "argocd.argoproj.io/sync-options": pruned === "never" ? "Prune=false,Delete=false" : "PruneLast=true",
      }),
      "argocd.argoproj.io/sync-wave": String(waves[wave]),
      ...(pruned === "never" && { "kustomize.toolkit.fluxcd.io/prune": "disabled", "helm.sh/resource-policy": "keep" }),
    },
  };
}

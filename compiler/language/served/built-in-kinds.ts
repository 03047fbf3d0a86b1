import { type ApiResource, storedResources } from "./api-resources.ts";

/** Where the API server serves a built-in kind. */
export interface BuiltInKind {
  /** Its name in `holdfast/kinds`. */
  readonly type: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Subresources whose requests carry an object of this kind. Not `scale`, `eviction` or `binding`: theirs differ. */
  readonly subresources: readonly string[];
  /** The first Kubernetes version that serves it in this API version. `1.30` for all older ones. */
  readonly since: string;
}

/** Prefixes for kinds that share their name with a more common kind. */
const prefixes: Readonly<Record<string, string>> = {
  "autoscaling/v1/HorizontalPodAutoscaler": "AutoscalingV1",
  "events.k8s.io/v1/Event": "EventsV1",
};

/** The kinds that `holdfast/kinds` has types for: all stored kinds with a stable version. */
export const builtInKinds: readonly BuiltInKind[] = storedResources
  .flatMap(kindsOf)
  .toSorted((a, b) => (a.type < b.type ? -1 : 1));

function kindsOf({ group, resource, kind, isNamespaced, versions, subresources }: ApiResource): readonly BuiltInKind[] {
  const own = [...subresources].filter(([name, of]) => of === kind && name !== "log").map(([name]) => name);
  const scope = isNamespaced ? "Namespaced" : "Cluster";
  return [...versions]
    .filter(([version]) => isStable(version))
    .map(([version, since]) => {
      const type = typeName({ group, version, kind });
      return { type, kind, group, version, resource, scope, subresources: own, since };
    });
}

export function typeName({ group, version, kind }: Pick<BuiltInKind, "group" | "version" | "kind">): string {
  return `${prefixes[`${group}/${version}/${kind}`] ?? ""}${kind}`;
}

export function isStable(version: string): boolean {
  return /^v\d+$/.test(version);
}

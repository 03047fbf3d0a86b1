import { type ApiResource, storedResources } from "./api-resources.ts";

/** Where the API server serves a kind, and in which of its subresources admission sees an object of that very kind. */
export interface BuiltInKind {
  /** Its name in `holdfast/kinds`. */
  readonly type: string;
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly scope: "Namespaced" | "Cluster";
  /** Not `scale`, `eviction` or `binding`: those hand over objects of other kinds. */
  readonly subresources: readonly string[];
  /** The Kubernetes that serves this version of it first; `1.30` for all that is older. */
  readonly since: string;
}

/** Of kinds that have the name of one that more people mean. */
const prefixes: Readonly<Record<string, string>> = {
  "autoscaling/v1/HorizontalPodAutoscaler": "AutoscalingV1",
  "events.k8s.io/v1/Event": "EventsV1",
};

/** The kinds that `holdfast/kinds` has types for: whatever is stored and has a stable version. */
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

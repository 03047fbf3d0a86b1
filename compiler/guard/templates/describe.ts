import type { KubernetesObject } from "../../dsl/index.ts";

/** `Bucket app/data`; cluster-scoped kinds have no namespace. */
export function describe({ kind, metadata: { name, namespace } }: KubernetesObject): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

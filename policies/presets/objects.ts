import type { KubernetesObject, OnDelete } from "holdfast";

/** `ConfigMap shop/settings`; cluster-scoped kinds have no namespace. */
export function describe({ kind, metadata: { name, namespace } }: KubernetesObject): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** `virtualmachines.kubevirt.io/db -n shop`, as kubectl takes it. */
export function target({ oldObject: { metadata }, request: { resource } }: OnDelete<KubernetesObject>): string {
  const kind = resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`;
  return metadata.namespace === undefined ? `${kind}/${metadata.name}` : `${kind}/${metadata.name} -n ${metadata.namespace}`;
}

/** How to get past a label whose system says "take it off, then delete". */
export const takeLabelOff = (input: OnDelete<KubernetesObject>, key: string): string =>
  `To delete it anyway, first run: kubectl label ${target(input)} ${key}- (or commit it without the label)`;

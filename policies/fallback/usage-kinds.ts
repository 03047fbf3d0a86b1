import { type KubernetesObject, resource } from "holdfast";

/** An object by its kind and name. */
interface Reference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly resourceRef?: { readonly name?: string; readonly namespace?: string };
  readonly resourceSelector?: { readonly namespace?: string };
}

/** A Usage of any of the groups below: what is used, by what, or why. */
export interface Usage extends KubernetesObject {
  readonly spec: {
    readonly of?: Reference;
    readonly by?: Reference;
    readonly reason?: string;
    readonly replayDeletion?: boolean;
  };
}

/** `aws.example.com` of `aws.example.com/v1`; the core group has none. */
export function groupOf(apiVersion: string | undefined): string {
  return apiVersion?.includes("/") === true ? (apiVersion.split("/")[0] ?? "") : "";
}

/** The Namespace of what is used; empty text is none. The controller reads it alike: `namespaceMeant`. */
function namespaceOf(of: Reference | undefined, own: string | undefined): string {
  const named = of?.resourceRef?.namespace ?? "";
  if (named !== "") return named;
  const selected = of?.resourceSelector?.namespace ?? "";
  return selected !== "" ? selected : (own ?? "");
}

/** What is in a Namespace: `aws.example.com/Cluster/shop/main`. A Usage that names no Namespace means its own. */
export function usedInNamespace({ metadata, spec }: Usage): string | undefined {
  const of = spec?.of;
  const name = of?.resourceRef?.name;
  if (name === undefined) return undefined;
  return `${groupOf(of?.apiVersion)}/${of?.kind ?? ""}/${namespaceOf(of, metadata.namespace)}/${name}`;
}

/** What is in none: `aws.example.com/Cluster/main`, whatever Namespace the Usage itself is in. */
export function usedInNone({ spec }: Usage): string | undefined {
  const of = spec?.of;
  const name = of?.resourceRef?.name;
  return name === undefined ? undefined : `${groupOf(of?.apiVersion)}/${of?.kind ?? ""}/${name}`;
}

const indices = { inNamespace: usedInNamespace, inNone: usedInNone };

/** Holdfast's own, and those of Crossplane, whose definitions need not be there. */
export const usages = resource<Usage>({ group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages", indices });
export const clusterUsages = resource<Usage>({
  group: "protection.holdfast.dev",
  version: "v1alpha1",
  resource: "clusterusages",
  indices,
});
export const crossplaneUsages = resource<Usage>({
  group: "protection.crossplane.io",
  version: "v1beta1",
  resource: "usages",
  indices,
});
export const crossplaneClusterUsages = resource<Usage>({
  group: "protection.crossplane.io",
  version: "v1beta1",
  resource: "clusterusages",
  indices,
});
export const legacyUsages = resource<Usage>({
  group: "apiextensions.crossplane.io",
  version: "v1beta1",
  resource: "usages",
  indices,
});

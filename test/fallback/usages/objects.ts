import type { ApiResponse } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";

export const shop = "/api/v1/namespaces/shop";
export const configMaps = `${shop}/configmaps`;
export const usages = "/apis/protection.holdfast.dev/v1alpha1/namespaces/shop/usages";
export const clusterUsages = "/apis/protection.holdfast.dev/v1alpha1/clusterusages";
export const crossplaneUsages = "/apis/protection.crossplane.io/v1beta1/namespaces/shop/usages";
export const crossplaneClusterUsages = "/apis/protection.crossplane.io/v1beta1/clusterusages";
export const legacyUsages = "/apis/apiextensions.crossplane.io/v1beta1/usages";
export const clusters = "/apis/eks.aws.upbound.io/v1beta1/clusters";
export const releases = "/apis/helm.crossplane.io/v1beta1/releases";
export const platforms = "/apis/platform.upbound.io/v1/xplatforms";

/** What has to be known of an object to post it. */
const kinds: Readonly<Record<string, readonly [apiVersion: string, kind: string]>> = {
  [configMaps]: ["v1", "ConfigMap"],
  [usages]: ["protection.holdfast.dev/v1alpha1", "Usage"],
  [clusterUsages]: ["protection.holdfast.dev/v1alpha1", "ClusterUsage"],
  [crossplaneUsages]: ["protection.crossplane.io/v1beta1", "Usage"],
  [crossplaneClusterUsages]: ["protection.crossplane.io/v1beta1", "ClusterUsage"],
  [legacyUsages]: ["apiextensions.crossplane.io/v1beta1", "Usage"],
  [clusters]: ["eks.aws.upbound.io/v1beta1", "Cluster"],
  [releases]: ["helm.crossplane.io/v1beta1", "Release"],
  [platforms]: ["platform.upbound.io/v1", "XPlatform"],
};

export interface Metadata {
  readonly name: string;
  readonly uid: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly object[];
  readonly deletionTimestamp?: string;
}

/** `spec.of` or `spec.by` of what is at that path. */
export function reference(path: string, name: string, namespace?: string): object {
  const [apiVersion, kind] = kindOf(path);
  return { apiVersion, kind, resourceRef: { name, ...(namespace !== undefined && { namespace }) } };
}

export function selector(path: string, resourceSelector: object): object {
  const [apiVersion, kind] = kindOf(path);
  return { apiVersion, kind, resourceSelector };
}

export function ownedBy(path: string, { name, uid }: Metadata): object {
  const [apiVersion, kind] = kindOf(path);
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** A server, as tests of Usages speak to it. */
export function objectsOn(server: () => ControlPlane) {
  const read = async (path: string, name: string): Promise<Metadata | undefined> => {
    const { status, body } = await server().request({ method: "GET", path: `${path}/${name}` });
    return status === 200 ? (body["metadata"] as Metadata) : undefined;
  };
  const make = async (path: string, name: string, rest: object = {}, metadata: object = {}): Promise<Metadata> => {
    const [apiVersion, kind] = kindOf(path);
    const body = { apiVersion, kind, metadata: { name, ...metadata }, ...rest };
    return (await created(server(), path, body)).metadata;
  };
  const ready = async (path: string, name: string): Promise<{ readonly status: string; readonly reason: string } | undefined> => {
    const { body } = await server().request({ method: "GET", path: `${path}/${name}` });
    const { conditions = [] } = (body["status"] ?? {}) as { conditions?: { type: string; status: string; reason: string }[] };
    return conditions.find(({ type }) => type === "Ready");
  };
  const remove = (path: string, name: string, query = ""): Promise<ApiResponse> =>
    server().request({ method: "DELETE", path: `${path}/${name}${query}` });
  return {
    read,
    make,
    ready,
    remove,
    use: (path: string, name: string, spec: object, metadata: object = {}) => make(path, name, { spec }, metadata),
    untilReady: (path: string, name: string) =>
      waitUntil(`${name} is ready`, async () => (await ready(path, name))?.status === "True"),
    untilSays: (path: string, name: string, reason: string) =>
      waitUntil(`${name} says ${reason}`, async () => (await ready(path, name))?.reason === reason),
    untilGone: (path: string, name: string) => waitUntil(`${name} is gone`, async () => (await read(path, name)) === undefined),
  };
}

/** What is left of marks on an object. */
export function marksOn(metadata: Metadata | undefined): readonly string[] {
  const keys = [...Object.keys(metadata?.labels ?? {}), ...Object.keys(metadata?.annotations ?? {})];
  return keys.filter((key) => /in-use|usage\.holdfast/.test(key)).toSorted();
}

function kindOf(path: string): readonly [apiVersion: string, kind: string] {
  const found = kinds[path];
  if (found === undefined) throw new Error(`no kind is known at ${path}`);
  return found;
}

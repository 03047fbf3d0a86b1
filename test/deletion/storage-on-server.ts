import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created } from "../control-plane/requests.ts";
import type { GraphSet, GraphVolume, RandomGraph } from "./random-graph.ts";

interface Names {
  readonly prefix: string;
  /** Where volumes of the kind `hostPath` have their data. */
  readonly data: string;
  readonly namespace: (at: 0 | 1) => string;
  /** The reference to a node as an owner. */
  readonly reference: (node: number) => object;
}

const capacity = { storage: "1Gi" };
const accessModes = ["ReadWriteOnce"];

/** The data of a volume: the deleter of Kubernetes takes nothing that is not below a directory of this name. */
export const dataOf = (data: string, volume: string): string => join(data, "tmp", volume);

export const claimsPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/persistentvolumeclaims`;
export const volumesPath = "/api/v1/persistentvolumes";
export const setsPath = (namespace: string): string => `/apis/apps/v1/namespaces/${namespace}/statefulsets`;

/** Volumes, each for a claim that is named before it is there. */
export async function createVolumes(server: Server, graph: RandomGraph, names: Names): Promise<Uids> {
  const uids = new Map<string, string>();
  for (const [at, volume] of graph.volumes.entries()) {
    const { metadata } = await created(server, volumesPath, volumeObject(volume, at, names));
    uids.set(`volume ${at}`, metadata.uid);
  }
  for (const [at, set] of graph.sets.entries())
    for (const ordinal of Array.from({ length: set.replicas }).keys())
      await created(server, volumesPath, volumeOfSet(set, { at, ordinal }, names));
  return uids;
}

/** Their claims, and sets that make some. */
export async function createClaims(server: Server, graph: RandomGraph, names: Names): Promise<Uids> {
  const uids = new Map<string, string>();
  for (const [at, volume] of graph.volumes.entries()) {
    if (volume.claim !== "bound") continue;
    const path = claimsPath(names.namespace(volume.namespace));
    uids.set(`claim ${at}`, (await created(server, path, claimObject(volume, at, names))).metadata.uid);
  }
  for (const [at, set] of graph.sets.entries()) {
    const path = setsPath(names.namespace(set.namespace));
    uids.set(`set ${at}`, (await created(server, path, setObject(set, at, names))).metadata.uid);
  }
  return uids;
}

type Server = Pick<ControlPlane, "request">;
type Uids = ReadonlyMap<string, string>;

function volumeObject(volume: GraphVolume, at: number, names: Names): object {
  const { prefix, namespace, reference } = names;
  const name = `${prefix}-volume-${at}`;
  const claim = { namespace: namespace(volume.namespace), name: volume.claim === "absent" ? "nobody" : name };
  return {
    metadata: metadataOf(name, {
      isKept: volume.isKept,
      hasFinalizer: volume.hasFinalizer,
      owner: volume.ownerOfVolume === undefined ? undefined : reference(volume.ownerOfVolume),
    }),
    spec: {
      capacity,
      accessModes,
      persistentVolumeReclaimPolicy: volume.reclaimPolicy,
      ...sourceOf(volume.source, name, names),
      // A set that makes a claim anew would take any volume that is free and of no class.
      ...(volume.claim === "none" ? { storageClassName: "free" } : { claimRef: claim }),
    },
  };
}

/** Nothing is mounted. */
function sourceOf(source: GraphVolume["source"], name: string, { data }: Names): object {
  if (source === "hostPath") {
    const path = dataOf(data, name);
    mkdirSync(path, { recursive: true });
    return { hostPath: { path } };
  }
  if (source === "nfs") return { nfs: { server: "nfs.example.com", path: `/${name}` } };
  return { csi: { driver: "csi.example.com", volumeHandle: name } };
}

function claimObject(volume: GraphVolume, at: number, { prefix, reference }: Names): object {
  const name = `${prefix}-volume-${at}`;
  return {
    metadata: metadataOf(name, {
      isKept: volume.isClaimKept,
      hasFinalizer: volume.isClaimWaiting,
      owner: volume.ownerOfClaim === undefined ? undefined : reference(volume.ownerOfClaim),
    }),
    spec: { storageClassName: "", accessModes, resources: { requests: capacity }, volumeName: name },
  };
}

function volumeOfSet(
  { namespace, reclaimPolicy }: GraphSet,
  { at, ordinal }: { readonly at: number; readonly ordinal: number },
  names: Names,
): object {
  const name = `${names.prefix}-set-${at}-${ordinal}`;
  const claimRef = { namespace: names.namespace(namespace), name: `data-${names.prefix}-set-${at}-${ordinal}` };
  return {
    metadata: { name },
    spec: { capacity, accessModes, persistentVolumeReclaimPolicy: reclaimPolicy, ...sourceOf("hostPath", name, names), claimRef },
  };
}

function setObject({ replicas, whenDeleted, whenScaled, owner }: GraphSet, at: number, { prefix, reference }: Names): object {
  const name = `${prefix}-set-${at}`;
  const labels = { set: name };
  const claim = { storageClassName: "", accessModes, resources: { requests: capacity } };
  return {
    metadata: metadataOf(name, { owner: owner === undefined ? undefined : reference(owner) }),
    spec: {
      serviceName: name,
      replicas,
      podManagementPolicy: "Parallel",
      selector: { matchLabels: labels },
      // Or the controller of Namespaces looks again after as many seconds.
      template: { metadata: { labels }, spec: { terminationGracePeriodSeconds: 0, containers: [{ name: "a", image: "a" }] } },
      volumeClaimTemplates: [{ metadata: { name: "data" }, spec: claim }],
      persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled },
    },
  };
}

function metadataOf(
  name: string,
  { isKept = false, hasFinalizer = false, owner }: { isKept?: boolean; hasFinalizer?: boolean; owner: object | undefined },
): object {
  return {
    name,
    ...(isKept && { labels: { keep: "yes" } }),
    ...(hasFinalizer && { finalizers: ["example.com/wait"] }),
    ...(owner !== undefined && { ownerReferences: [owner] }),
  };
}

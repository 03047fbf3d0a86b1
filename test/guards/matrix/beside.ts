import type { ApiRequest } from "../../control-plane/api-client.ts";
import { type Attack, type Victim, collectionOf, victimPath } from "./attack.ts";
import { deletion, merge } from "./unmark.ts";

/** Cluster-scoped, so that it may own anything; it is not there, so that the garbage collector deletes what it owns. */
const absentOwner = { apiVersion: "v1", kind: "Node", name: "never-was", uid: "00000000-0000-0000-0000-000000000001" };

const owned = { metadata: { ownerReferences: [absentOwner] } };

/** T5: the garbage collector deletes what belongs to an owner that is gone. */
export const ownerInjections: readonly Attack[] = [
  {
    threat: "T5",
    title: "owner added that does not exist",
    isPossible: () => true,
    steps: (victim) => [merge(victim, owned)],
    takesTime: true,
  },
  {
    threat: "T5",
    title: "owner added through /status",
    isPossible: ({ subresources, group }) => subresources.includes("status") && !group.includes("example.com"),
    steps: (victim) => [merge(victim, owned, "status")],
    takesTime: true,
  },
];

/** T6: an eviction deletes the Pod, and admission does not see the Pod. */
export const evictions: readonly Attack[] = [
  {
    threat: "T6",
    title: "evicted",
    isPossible: ({ kind }) => kind === "Pod",
    steps: (victim) => [evictionOf(victim)],
  },
];

function evictionOf(victim: Victim): ApiRequest {
  const metadata = { name: victim.name, namespace: victim.namespace };
  return { method: "POST", path: victimPath(victim, "eviction"), body: { apiVersion: "policy/v1", kind: "Eviction", metadata } };
}

/** T10: what is in a Namespace goes with it. */
export const namespaceDeletions: readonly Attack[] = [
  {
    threat: "T10",
    title: "its Namespace deleted",
    isPossible: ({ isNamespaced }) => isNamespaced,
    steps: ({ namespace }) => [{ method: "DELETE", path: `/api/v1/namespaces/${namespace}` }],
    harms: "namespace",
  },
];

/** T7: a delete of a collection has no name. */
export const collectionDeletions: readonly Attack[] = [
  {
    threat: "T7",
    title: "deleted as one of a collection",
    isPossible: ({ kind }) => kind !== "Namespace",
    steps: (victim) => [{ method: "DELETE", path: `${collectionOf(victim)}?fieldSelector=metadata.name%3D${victim.name}` }],
  },
];

/** T8: other versions show the same object. */
export const otherVersions: readonly Attack[] = [
  {
    threat: "T8",
    title: "deleted through another version",
    isPossible: ({ group }) => group === "guards.example.com",
    steps: (victim) => [{ ...deletion(victim), path: victimPath(victim).replace("/v1/", "/v1beta1/") }],
  },
];

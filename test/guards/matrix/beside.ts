import type { ApiRequest } from "../../control-plane/api-client.ts";
import { type Attack, type Victim, victimPath } from "./attack.ts";
import { merge } from "./unmark.ts";

/** Cluster-scoped, so that it may own anything; it is not there, so that the garbage collector deletes what it owns. */
const absentOwner = { apiVersion: "v1", kind: "Node", name: "never-was", uid: "00000000-0000-0000-0000-000000000001" };

const owned = { metadata: { ownerReferences: [absentOwner] } };

/** T5: the garbage collector deletes what belongs to an owner that is gone. */
export const ownerInjections: readonly Attack[] = [
  {
    threat: "T5",
    title: "owner added that does not exist",
    isPossible: ({ kind }) => kind !== "Relic",
    steps: (victim) => [merge(victim, owned)],
    takesTime: true,
  },
  {
    threat: "T5",
    title: "owner added through /status",
    isPossible: ({ subresources, group, kind }) =>
      subresources.includes("status") && group !== "guards.example.com" && kind !== "Pod",
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
    isPossible: ({ isNamespaced, kind }) => isNamespaced && kind !== "Relic",
    steps: ({ namespace }) => [{ method: "DELETE", path: `/api/v1/namespaces/${namespace}` }],
    harm: { text: "the rest of the Namespace is gone", isDone: isNamespaceTerminating },
  },
];

/** T9: a definition takes its objects along, and no policy is asked about them. */
export const definitionDeletions: readonly Attack[] = [
  {
    threat: "T9",
    title: "its CustomResourceDefinition deleted",
    isPossible: ({ kind }) => kind === "Relic",
    steps: ({ target }) => [
      { method: "DELETE", path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${target.resource}.${target.group}` },
    ],
    takesTime: true,
  },
];

async function isNamespaceTerminating({ server, namespace }: Victim): Promise<boolean> {
  const { body } = await server.request({ method: "GET", path: `/api/v1/namespaces/${namespace}` });
  return (body["metadata"] as Readonly<Record<string, unknown>> | undefined)?.["deletionTimestamp"] !== undefined;
}

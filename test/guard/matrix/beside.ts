import type { ApiRequest } from "../../control-plane/api-client.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { type Attack, type Victim, isDeleted, merge, namespacePath, denialBy, victimPath } from "./attack.ts";
import { isCustom } from "./targets.ts";

/** Cluster-scoped, so that it may own anything; it is not there, so that the garbage collector deletes what it owns. */
const absentOwner = { apiVersion: "v1", kind: "Node", name: "never-was", uid: "00000000-0000-0000-0000-000000000001" };

const owned = { metadata: { ownerReferences: [absentOwner] } };

/** T5: the garbage collector deletes what belongs to an owner that no longer exists. */
export const ownerInjections: readonly Attack[] = [
  {
    threat: "T5",
    title: "owner added that does not exist",
    isPossible: () => true,
    steps: (victim) => [merge(victim, owned)],
    takesTime: true,
    denial: denialBy("protect", "ownerGuard"),
  },
  {
    threat: "T5",
    title: "owner added through /status",
    isPossible: (target) => target.subresources.includes("status") && !isCustom(target) && target.kind !== "Pod",
    steps: (victim) => [merge(victim, owned, "status")],
    takesTime: true,
    denial: denialBy("protect", "ownerGuard"),
  },
];

/** T6: an eviction deletes the Pod, and admission does not see the Pod. */
export const evictions: readonly Attack[] = [
  {
    threat: "T6",
    title: "evicted",
    isPossible: ({ kind }) => kind === "Pod",
    steps: (victim) => [evictionOf(victim)],
    denial: denialBy("protect-guard-evictions", "evictionGuard"),
  },
];

export function evictionOf(victim: Victim): ApiRequest {
  const metadata = { name: victim.name, namespace: victim.namespace };
  return { method: "POST", path: victimPath(victim, "eviction"), body: { apiVersion: "policy/v1", kind: "Eviction", metadata } };
}

/** T10: what is in a Namespace goes with it. */
export const namespaceDeletions: readonly Attack[] = [
  {
    threat: "T10",
    title: "its Namespace deleted",
    isPossible: ({ isNamespaced }) => isNamespaced,
    steps: ({ namespace }) => [{ method: "DELETE", path: namespacePath(namespace) }],
    takesTime: true,
    harm: { text: "gone with its Namespace", isDone: isNamespaceGone },
    denial: " denied request: namespaceGuard: Namespace guarded-",
  },
];

/** T12: a Namespace without finalizers is gone at once, and nobody asks what is in it. */
export const finalizations: readonly Attack[] = [
  {
    threat: "T12",
    title: "its Namespace let go by its finalizers (/finalize)",
    isPossible: ({ isNamespaced }) => isNamespaced,
    steps: ({ namespace }) => [
      {
        method: "PUT",
        path: `${namespacePath(namespace)}/finalize`,
        body: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace }, spec: { finalizers: [] } },
      },
      // The first marks it as terminating; nothing holds it, so the second takes it away.
      { method: "DELETE", path: namespacePath(namespace) },
      { method: "DELETE", path: namespacePath(namespace) },
    ],
    harm: { text: "left in storage without its Namespace", isDone: isLeftBehind },
    denial: " denied request: finalizeGuard: Namespace guarded-",
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
    denial: denialBy("protect-guard-definitions", "definitionGuard"),
  },
  {
    threat: "T9",
    title: "a version of its CustomResourceDefinition no longer served",
    isPossible: ({ kind }) => kind === "Fossil",
    steps: ({ target }) => [
      {
        method: "PATCH",
        path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${target.resource}.${target.group}`,
        contentType: "application/json-patch+json",
        body: [{ op: "replace", path: "/spec/versions/1/served", value: false }],
      },
    ],
    takesTime: true,
    harm: { text: "out of reach through that version", isDone: isOutOfReach },
    denial: denialBy("protect-guard-definitions", "servedVersionGuard"),
  },
];

/** T9: whoever converts its objects may drop the label. */
export const conversions: readonly Attack[] = [
  {
    threat: "T9",
    title: "its objects converted by a webhook of the attacker's",
    isPossible: ({ kind }) => kind === "Amber",
    steps: (victim) => [
      mergePatch(definitionPath(victim), { spec: { conversion: { strategy: "Webhook", webhook: converter(victim) } } }),
    ],
    harm: { text: "in the hands of that webhook", isDone: isConverted },
    denial: denialBy("protect-guard-definitions", "conversionGuard"),
  },
];

const definitionPath = ({ target: { resource, group } }: Victim): string =>
  `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${resource}.${group}`;

const converter = ({ name }: Victim): object => ({
  conversionReviewVersions: ["v1"],
  clientConfig: { service: { namespace: "default", name } },
});

async function isConverted(victim: Victim): Promise<boolean> {
  const { body } = await victim.server.request({ method: "GET", path: definitionPath(victim) });
  const { conversion } = body["spec"] as { conversion: { webhook?: { clientConfig: { service: { name: string } } } } };
  return conversion.webhook?.clientConfig.service.name === victim.name;
}

async function isOutOfReach(victim: Victim): Promise<boolean> {
  const { otherVersion: version = "" } = victim.target;
  const path = victimPath({ ...victim, target: { ...victim.target, version } });
  return (await victim.server.request({ method: "GET", path })).status === 404;
}

async function isLeftBehind(victim: Victim): Promise<boolean> {
  return (await isNamespaceGone(victim)) && !(await isDeleted(victim));
}

async function isNamespaceGone({ server, namespace }: Victim): Promise<boolean> {
  return (await server.request({ method: "GET", path: namespacePath(namespace) })).status === 404;
}

import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { apiVersionOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import { resourceName } from "../../api/resource.ts";
import type { AskingClient } from "../verify/index.ts";
import { withOwnersOfClaims } from "../deletion/controllers/set-claims.ts";
import { type ClusterObject, clusterObject } from "../deletion/cluster-object.ts";

/** What a cluster holds, as far as its API server shows it to us. */
export interface ReadCluster {
  readonly kinds: readonly ServedResource[];
  readonly objects: readonly ClusterObject[];
  /** Kinds that are not shown. */
  readonly unread: readonly ServedResource[];
  /** What is not known, one line for each. */
  readonly gaps: readonly string[];
}

export interface ReadOptions {
  /** Kinds of which more than the metadata decides. */
  readonly isReadWhole: (resource: ServedResource) => boolean;
  /** Who wrote which field when, which is a third of many objects. */
  readonly keepsManagedFields?: boolean;
  readonly onProgress?: ((read: ReadSoFar) => void) | undefined;
}

export interface ReadSoFar {
  readonly kinds: number;
  readonly ofKinds: number;
  readonly objects: number;
}

/** Everything that can be deleted, each kind in the version that the API server prefers. */
export async function readCluster(client: AskingClient, options: ReadOptions): Promise<ReadCluster> {
  const { kinds, gaps } = await servedKinds(client);
  let [listed, found] = [0, 0];
  const lists = await inTurns(kinds, async (kind) => {
    const list = await listKind(client, kind, options);
    listed += 1;
    found += list.objects.length;
    options.onProgress?.({ kinds: listed, ofKinds: kinds.length, objects: found });
    return list;
  });
  return {
    kinds,
    objects: withOwnersOfClaims(eachOnce(lists.flatMap(({ objects }) => objects))),
    unread: kinds.filter((_, at) => lists[at]?.gap !== undefined),
    gaps: [...gaps, ...lists.flatMap(({ gap }) => gap ?? [])],
  };
}

/**
 * Some servers show one object under two kinds: OpenShift has a Project for each Namespace, with its uid. The first is
 * that of Kubernetes, whose groups API servers name first.
 */
function eachOnce(objects: readonly ClusterObject[]): readonly ClusterObject[] {
  const byUid = new Map<string, ClusterObject>();
  for (const object of objects) if (!byUid.has(object.uid)) byUid.set(object.uid, object);
  return [...byUid.values()];
}

/** In one version each: the first of its group that has the kind. */
async function servedKinds(client: AskingClient): Promise<Pick<ReadCluster, "kinds" | "gaps">> {
  const discovery = client.discover();
  const versions = (await discovery.groups()).flatMap(({ group, versions: served }) =>
    served.map((version) => apiVersionOf({ group, version })),
  );
  const answers = await inTurns(versions, (version) => discovery.resourcesOrWhy(version));
  const kinds = new Map<string, ServedResource>();
  for (const one of answers.filter((answer) => typeof answer !== "string").flat())
    if (isKept(one) && !kinds.has(keyOf(one))) kinds.set(keyOf(one), one);
  return { kinds: [...kinds.values()], gaps: answers.filter((answer) => typeof answer === "string") };
}

const keyOf = ({ group, resource }: ServedResource): string => resourceName({ group, resource });

/** Events are of two groups, and the same. */
function isKept({ group, resource, verbs }: ServedResource): boolean {
  return verbs.includes("list") && verbs.includes("delete") && !(group === "events.k8s.io" && resource === "events");
}

/** So many lists at once: a cluster with many definitions has hundreds of kinds. */
const atOnce = 8;

async function inTurns<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of rest) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

interface ListedKind {
  readonly objects: readonly ClusterObject[];
  readonly gap?: string;
}

async function listKind(client: AskingClient, kind: ServedResource, options: ReadOptions): Promise<ListedKind> {
  const { isReadWhole, keepsManagedFields = false } = options;
  const query = { resource: kind, metadataOnly: !isReadWhole(kind) };
  const found = await client.listAll(query, keepsManagedFields ? {} : { project: withoutManagedFields });
  if (typeof found === "string") return { objects: [], gap: `${keyOf(kind)} objects are not shown: ${found}` };
  return { objects: found.map((stored) => clusterObject(kind, stored)) };
}

function withoutManagedFields(object: StoredObject): StoredObject {
  const { managedFields: _, ...metadata } = object.metadata as StoredObject["metadata"] & { readonly managedFields?: unknown };
  return { ...object, metadata };
}

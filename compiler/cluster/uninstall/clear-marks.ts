import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { apiVersionOf, keyText, objectPath } from "../../../runtime-fallback/kubernetes/resource.ts";
import { type StoredObject, isTerminating, keyOf } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import type { UninstallCluster } from "./cluster.ts";
import { finalizerNames, markEntries, marks } from "../../api/names.ts";
import type { GroupResource } from "../../api/resource.ts";
import { usageKinds } from "../../api/usage-kinds.ts";

/** What the controller writes onto objects of others: a label, and beside it annotations. */
const written = (["inUse", "critical"] as const).map((mark) => ({ label: marks[mark], annotations: markEntries[mark] }));

/** By which the controller holds Usages, those of Crossplane included, and claims. */
const ownFinalizers: readonly string[] = Object.values(finalizerNames);

/** What has to be taken off one object, and how. */
export interface HeldObject {
  readonly by: "mark" | "finalizer";
  readonly path: string;
  readonly patch: object;
  /** A claim whose deletion had begun, as `claims.example.com shop/main`: nothing waits for its composite now. */
  readonly claim?: string;
}

/**
 * Everything on objects of others that only the controller takes off, whatever their kind: what was declared
 * once may not be declared any more.
 */
export async function findHeld(cluster: UninstallCluster, claims: readonly GroupResource[]): Promise<readonly HeldObject[]> {
  const found: HeldObject[] = [];
  for (const resource of await listable(cluster)) {
    for (const { label, annotations } of written)
      for (const object of await cluster.list(resource, { label }))
        found.push({ by: "mark", path: objectPath(resource, keyOf(object)), patch: unmark(object, label, annotations) });
    const isClaim = claims.some((one) => isOf(resource, one));
    if (!isClaim && !usageKinds.some((one) => isOf(resource, one))) continue;
    for (const object of (await cluster.list(resource)).filter(isFinalized))
      found.push({
        by: "finalizer",
        path: objectPath(resource, keyOf(object)),
        patch: withoutFinalizers(object),
        ...(isClaim && isTerminating(object) && { claim: `${resource.resource}.${resource.group} ${keyText(keyOf(object))}` }),
      });
  }
  return found;
}

/** Nothing else of these objects is touched; what was waiting for its finalizer goes. */
export async function clearHeld(cluster: UninstallCluster, held: readonly HeldObject[]): Promise<void> {
  await each(held, ({ path, patch }) => cluster.patch(path, patch));
}

/**
 * In one version each: which one does not matter to metadata. Of a definition that is being deleted, discovery no
 * longer names `patch`, although objects of it can be changed (apiextensions-apiserver:
 * customresource_discovery_controller.go).
 */
async function listable({ discovery }: UninstallCluster): Promise<readonly ServedResource[]> {
  const found = new Map<string, ServedResource>();
  const versions = (await discovery.groups()).flatMap(({ group, versions: all }) =>
    all.map((version) => apiVersionOf({ group, version })),
  );
  for (const version of versions)
    for (const resource of await discovery.resources(version)) {
      const name = `${resource.resource}.${resource.group}`;
      if (isStored(resource) && !found.has(name)) found.set(name, resource);
    }
  return [...found.values()];
}

/**
 * What is only shown, as measurements and the states of components are, nobody deletes; and its lists have no version.
 */
const isStored = ({ verbs }: ServedResource): boolean => verbs.includes("list") && verbs.includes("delete");

function unmark({ metadata }: StoredObject, label: string, prefix: string): object {
  const all = (metadata["annotations"] ?? {}) as Readonly<Record<string, string>>;
  const entries = Object.keys(all).filter((key) => key.startsWith(prefix));
  return { metadata: { labels: { [label]: null }, annotations: Object.fromEntries(entries.map((key) => [key, null])) } };
}

/** Under the version that was read: somebody else may write another finalizer meanwhile. */
function withoutFinalizers(object: StoredObject): object {
  const others = finalizersOf(object).filter((one) => !ownFinalizers.includes(one));
  return { metadata: { finalizers: others, resourceVersion: object.metadata["resourceVersion"] } };
}

function finalizersOf({ metadata }: StoredObject): readonly string[] {
  return Array.isArray(metadata["finalizers"]) ? metadata["finalizers"].map(String) : [];
}

const isFinalized = (object: StoredObject): boolean => finalizersOf(object).some((one) => ownFinalizers.includes(one));

const isOf = (resource: ServedResource, one: GroupResource): boolean =>
  resource.group === one.group && resource.resource === one.resource;

/** So many requests at once: an API server shares them out fairly among its users. */
const atOnce = 10;

async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += atOnce)
    await Promise.all(items.slice(start, start + atOnce).map((item) => work(item)));
}

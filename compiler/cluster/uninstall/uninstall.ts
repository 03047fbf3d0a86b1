import { setTimeout as pause } from "node:timers/promises";
import { type HeldObject, clearHeld, findHeld } from "./clear-marks.ts";
import type { Installed, InstalledObject } from "./installed.ts";
import { apiVersionOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { isJsonObject } from "../../api/json.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import type { UninstallCluster } from "./cluster.ts";
import { ourLabel, partOfLabel } from "../../api/names.ts";
import { resourceName } from "../../api/resource.ts";

export interface UninstallOptions {
  /** Native policies stay in force. */
  readonly keepsPolicies: boolean;
  /** Told of each step, in one line. */
  readonly say: (line: string) => void;
}

/** A right that was taken away is cached by API servers for a moment: the controller may write that long. */
const revokedMs = 2_000;
const goneMs = 120_000;
/** More of them would mean that somebody else writes what is taken off. */
const maxPasses = 5;

/**
 * Takes away what `holdfast compile` wrote, in the only order that strands nothing: first the webhook's configuration,
 * which denies while nobody answers; then the controller and its rights, so that nobody writes marks any more; then
 * marks and finalizers, which nobody else would take off; and definitions and the Namespace last. Each step can be done
 * again, whether or not it was done before, so that a run that was interrupted, or a cluster that was taken apart in
 * another order, is finished by another run.
 *
 * Returns what is left, each with the command that takes it away; nothing: it is gone.
 */
export async function uninstall(
  cluster: UninstallCluster,
  installed: Installed,
  options: UninstallOptions,
): Promise<readonly string[]> {
  const { say, keepsPolicies } = options;
  say(`webhook configurations: ${await removeAll(cluster, installed.configurations)} deleted`);
  const stopped = await removeAll(cluster, installed.controller);
  say(`controller: ${stopped} of its objects deleted`);
  if (stopped > 0) await pause(revokedMs);
  const { cleared, isClear } = await clear(cluster, installed);
  say(`${count(cleared, "mark")} taken off; ${count(cleared, "finalizer")} taken off Usages and claims`);
  if (!keepsPolicies) say(`policies and bindings: ${await removeAll(cluster, installed.policies)} deleted`);
  say(`definitions: ${await removeAll(cluster, installed.definitions)} deleted`);
  const left = [...waiting(cleared), ...(isClear ? [] : [somebodyWrites]), ...(await notGone(cluster, installed.definitions))];
  say(`accounts, rights, workloads and the rest: ${await removeAll(cluster, installed.others)} deleted`);
  const kept = await removeNamespaces(cluster, installed.namespaces);
  say(`namespaces: ${installed.namespaces.length - kept.length} of ${installed.namespaces.length} deleted`);
  return [...left, ...kept];
}

/** The same as one line for each step, without changing anything. */
export async function preview(
  cluster: UninstallCluster,
  installed: Installed,
  { say, keepsPolicies }: UninstallOptions,
): Promise<void> {
  const { configurations, controller, definitions, others, namespaces, policies, claims } = installed;
  const held = await findHeld(cluster, claims);
  say(`webhook configurations: ${names(configurations)}`);
  say(`controller: ${names(controller)}`);
  say(`marks: of ${count(held, "mark")} objects; finalizers: of ${count(held, "finalizer")} Usages and claims`);
  if (!keepsPolicies) say(`policies and bindings: ${policies.length}`);
  say(`definitions, with every object of theirs: ${names(definitions)}`);
  say(`accounts, rights, workloads and the rest: ${others.length}`);
  say(`namespaces, unless there is something of others in them: ${names(namespaces)}`);
}

const names = (objects: readonly InstalledObject[]): string => objects.map(({ name }) => name).join(", ") || "none";
const count = (held: readonly HeldObject[], by: HeldObject["by"]): number => held.filter((one) => one.by === by).length;

async function removeAll(cluster: UninstallCluster, objects: readonly InstalledObject[]): Promise<number> {
  let removed = 0;
  for (const object of objects) {
    const path = await cluster.pathOf(object);
    if (path !== undefined && (await cluster.remove(path))) removed += 1;
  }
  return removed;
}

async function clear(
  cluster: UninstallCluster,
  { claims }: Installed,
): Promise<{ readonly cleared: readonly HeldObject[]; readonly isClear: boolean }> {
  const cleared: HeldObject[] = [];
  for (let pass = 0; pass < maxPasses; pass++) {
    const held = await findHeld(cluster, claims);
    if (held.length === 0) return { cleared, isClear: true };
    await clearHeld(cluster, held);
    cleared.push(...held);
  }
  return { cleared, isClear: false };
}

const somebodyWrites =
  "marks or finalizers come back as they are taken off: another controller of Holdfast runs in this cluster. End it, and run this again";

function waiting(cleared: readonly HeldObject[]): readonly string[] {
  return cleared.flatMap(({ claim }) =>
    claim === undefined ? [] : [`${claim} was waiting for its composite, and is gone: see that the composite goes, too`],
  );
}

async function notGone(cluster: UninstallCluster, objects: readonly InstalledObject[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const object of objects) {
    const path = await cluster.pathOf(object);
    if (path === undefined || (await cluster.untilGone(path, goneMs))) continue;
    left.push(
      `${object.kind} ${object.name} is being deleted, and objects of it are held by finalizers of others: kubectl get ${object.name} --all-namespaces`,
    );
  }
  return left;
}

async function removeNamespaces(cluster: UninstallCluster, namespaces: readonly InstalledObject[]): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { name, ...rest } of namespaces) {
    const path = await cluster.pathOf({ name, ...rest });
    if (path === undefined || !(await cluster.exists(path))) continue;
    for (const secret of ownSecrets) await cluster.remove(`/api/v1/namespaces/${name}/secrets/${secret}`);
    const others = await contentsOfOthers(cluster, name);
    if (others.length > 0) {
      const some = others.slice(0, 10).join(", ");
      left.push(`Namespace ${name} holds what is not of Holdfast (${some}): kubectl delete namespace ${name}`);
      continue;
    }
    await cluster.remove(path);
    if (!(await cluster.untilGone(path, goneMs)))
      left.push(`Namespace ${name} is still being deleted: kubectl get namespace ${name} -o yaml`);
  }
  return left;
}

/** What Kubernetes itself puts into every Namespace, or keeps beside what is in it. */
const ofKubernetes = ["events", "endpoints", "endpointslices", "leases", "pods", "replicasets"];
const everywhere = ["configmaps kube-root-ca.crt", "configmaps openshift-service-ca.crt", "serviceaccounts default"];

/** Secrets of certificates that the controller has made for itself. */
const ownSecrets = ["holdfast-webhook-ca", "holdfast-webhook-tls"];

/**
 * What somebody else has put into the Namespace, as `secrets my-certificate`: deleting the
 * Namespace would take it along.
 */
export async function contentsOfOthers(cluster: UninstallCluster, namespace: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const { group, versions } of await cluster.discovery.groups())
    for (const resource of await cluster.discovery.resources(apiVersionOf({ group, version: versions[0] ?? "" }))) {
      if (!resource.isNamespaced || !resource.verbs.includes("list") || !resource.verbs.includes("delete")) continue;
      const others = (await cluster.list(resource, { namespace })).filter((object) => isOfOthers(resource, object));
      for (const object of others) found.add(nameOf(resource, object));
    }
  return [...found];
}

function isOfOthers(resource: ServedResource, object: StoredObject): boolean {
  if (ofKubernetes.includes(resource.resource) || everywhere.includes(nameOf(resource, object))) return false;
  const { labels, ownerReferences, deletionTimestamp, name } = object.metadata;
  const isOurs = isJsonObject(labels) && [ourLabel, partOfLabel].some(({ key, value }) => labels[key] === value);
  const isSecretOfOurs = resource.resource === "secrets" && ownSecrets.includes(name);
  return !isOurs && !isSecretOfOurs && ownerReferences === undefined && deletionTimestamp === undefined;
}

const nameOf = (resource: ServedResource, { metadata }: StoredObject): string => `${resourceName(resource)} ${metadata.name}`;

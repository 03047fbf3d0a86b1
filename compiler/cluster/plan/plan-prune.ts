import type { DeletionPlan } from "../deletion/deletion-plan.ts";
import { type ViewQuery, readDeletionView } from "./deletion-view.ts";
import { type WrittenObject, finderOf, writtenName, writtenObjects } from "./written-objects.ts";
import type { AskingClient } from "../verify/index.ts";
import { planTargets } from "./plan-delete.ts";
import { type Pruner, pruneRules } from "./prune-rules.ts";

export interface PruneQuery extends ViewQuery {
  /** Manifests of before and after, rendered. */
  readonly from: readonly unknown[];
  readonly to: readonly unknown[];
  readonly pruner: Pruner;
  /** Of objects that name none. */
  readonly namespace: string;
}

/** An object that is no longer written, and that is left alone. */
export interface KeptObject {
  readonly written: WrittenObject;
  readonly why: string;
}

/** What applying other manifests deletes. */
export interface PrunePlan {
  readonly pruner: Pruner;
  readonly kept: readonly KeptObject[];
  readonly deletion: DeletionPlan;
}

/** What a tool deletes where it applies `to` in place of `from`, and what that takes with it. Asks for lists alone. */
export async function planPrune(client: AskingClient, query: PruneQuery): Promise<PrunePlan> {
  const { pruner, namespace } = query;
  const { propagationPolicy, keeps, user: byDefault } = pruneRules[pruner];
  const deleting =
    query.user === undefined && byDefault !== undefined ? { ...query, user: byDefault, groups: groupsOf(byDefault) } : query;
  const view = await readDeletionView(client, deleting);
  const find = finderOf(view.cluster, namespace);
  const removed = removedObjects(writtenObjects(query.from), writtenObjects(query.to), namespace);
  const found = removed.map((written) => {
    const object = find(written);
    return { written, object, why: keeps(written, object?.stored ?? written.document) };
  });
  const targets = found.flatMap(({ object, why }) => (object !== undefined && why === undefined ? [object] : []));
  const deletion = await planTargets(client, view, { targets, propagationPolicy, deleting });
  const absent = found.filter(({ object }) => object === undefined).map(({ written }) => writtenName(written));
  const kept = found.flatMap(({ written, why }) => (why === undefined ? [] : [{ written, why }]));
  return { pruner, kept, deletion: { ...deletion, absent } };
}

/** As the API server puts service accounts into groups. */
function groupsOf(user: string): readonly string[] {
  const [, , namespace = ""] = user.split(":");
  return ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"];
}

/** By kind, Namespace and name: another version of the same kind is the same object. */
function removedObjects(
  before: readonly WrittenObject[],
  after: readonly WrittenObject[],
  namespace: string,
): readonly WrittenObject[] {
  const keyOf = (one: WrittenObject): string => JSON.stringify([one.group, one.kind, one.namespace ?? namespace, one.name]);
  const still = new Set(after.map(keyOf));
  return [...new Map(before.map((one) => [keyOf(one), one])).values()].filter((one) => !still.has(keyOf(one)));
}

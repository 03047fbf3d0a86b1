import { fieldsOf, metadataOf, textAt } from "../../api/json.ts";
import { type ClusterObject, isNamespace } from "../deletion/cluster-object.ts";
import type { DeletionPlan } from "../deletion/deletion-plan.ts";
import { type ViewQuery, readDeletionView } from "./deletion-view.ts";
import { type WrittenObject, absentOf, finderOf, writtenName, writtenObjects } from "./written-objects.ts";
import type { AskingClient } from "../verify/index.ts";
import { planTargets } from "./plan-delete.ts";
import { type Pruner, pruneRules } from "./prune-rules.ts";

export interface PruneQuery extends ViewQuery {
  /** Manifests that are applied now, and those that will be, rendered. */
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
  /** What is denied is denied by policies that are pruned, too. */
  readonly goesWithItsPolicies: boolean;
  readonly deletion: DeletionPlan;
}

/** What a tool deletes where it applies `to` in place of `from`, and what that takes with it. Asks for lists alone. */
export async function planPrune(client: AskingClient, query: PruneQuery): Promise<PrunePlan> {
  const { pruner, namespace } = query;
  const { propagationPolicy, keeps, user: byDefault } = pruneRules[pruner];
  const deleting = query.user === undefined && byDefault !== undefined ? { ...query, user: byDefault } : query;
  const view = await readDeletionView(client, deleting);
  const find = finderOf(view.cluster, namespace);
  const after = writtenObjects(query.to);
  const stays = new Set(after.map(find));
  const removed = removedObjects(writtenObjects(query.from), after, namespace).filter((one) => !isAmong(stays, find(one)));
  const found = removed.map((written) => {
    const object = find(written);
    return { written, object, why: keeps(written, object?.stored ?? written.document) };
  });
  const pruned = found.filter(({ why }) => why === undefined);
  const targets = inPruneOrder(pruned.flatMap(({ object }) => object ?? []));
  const deletion = await planTargets(client, view, { targets, propagationPolicy, deleting });
  const missing = found.filter(({ object }) => object === undefined).map(({ written }) => written);
  const { absent, gaps } = absentOf(missing, view.cluster);
  return {
    pruner,
    kept: found.flatMap(({ written, why }) => (why === undefined ? [] : [{ written, why }])),
    goesWithItsPolicies: goesWithItsPolicies(deletion),
    deletion: { ...deletion, absent, gaps: [...deletion.gaps, ...gaps, ...made(after)] },
  };
}

const isAmong = (objects: ReadonlySet<ClusterObject | undefined>, object: ClusterObject | undefined): boolean =>
  object !== undefined && objects.has(object);

/** As all of the tools do it: what is in Namespaces, then the rest, and definitions and Namespaces last. */
function inPruneOrder(objects: readonly ClusterObject[]): readonly ClusterObject[] {
  const rank = ({ of }: ClusterObject): number => {
    if (isNamespace(of)) return 3;
    if (of.group === "apiextensions.k8s.io") return 2;
    return of.isNamespaced ? 0 : 1;
  };
  return objects.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether all that is denied is denied by policies that are pruned, too: the next try goes through. */
function goesWithItsPolicies({ denied, targets }: Pick<DeletionPlan, "denied" | "targets">): boolean {
  const policies = targets.filter(({ of }) => of.group === "admissionregistration.k8s.io");
  const names = new Set(policies.map(({ name, stored }) => textAt(stored["spec"], "policyName") ?? name));
  return denied.length > 0 && denied.every(({ denials }) => denials.every(({ policy }) => names.has(policy)));
}

/** Objects that are still written, and that a tool may delete and make anew. */
function made(after: readonly WrittenObject[]): readonly string[] {
  const replaced = after.filter(({ document }) => {
    const annotations = fieldsOf(metadataOf(document)["annotations"]);
    const options = textAt(annotations, "argocd.argoproj.io/sync-options") ?? "";
    const isForced = /\bForce=true\b/.test(options) && /\bReplace=true\b/.test(options);
    return isForced || textAt(annotations, "kustomize.toolkit.fluxcd.io/force")?.toLowerCase() === "enabled";
  });
  return replaced.map((one) => `${writtenName(one)} may be deleted and made anew: its annotations say so`);
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

import { textAt } from "../../api/json.ts";
import { type ClusterObject, isNamespace } from "../deletion/cluster-object.ts";
import type { DeletionPlan } from "../deletion/deletion-plan.ts";
import type { AskingClient } from "../verify/index.ts";
import { type DeletionView, type ViewQuery, readDeletionView } from "./deletion-view.ts";
import { planTargets } from "./plan-delete.ts";
import { appliersOf } from "./prune/appliers.ts";
import type { ApplierSettings, ApplyRun, Pruner, RemovedObject } from "./prune/prune-rules.ts";
import { pruneRules } from "./prune/pruners.ts";
import { type WrittenObject, absentOf, finderOf, writtenName, writtenObjects } from "./written-objects.ts";

export interface PruneQuery extends ViewQuery {
  /** Manifests that are applied now, and those that will be, rendered. */
  readonly from: readonly unknown[];
  readonly to: readonly unknown[];
  readonly pruner: Pruner;
  /** Of objects that name none. */
  readonly namespace: string;
  /** The Application, the Kustomization or the ApplySet that applies them; undefined: as objects say. */
  readonly owner?: string | undefined;
  /** What `kubectl apply --prune -l` selects; undefined: nobody says. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** An object, and why a tool does something about it that is not what it seems. */
export interface ExplainedObject {
  readonly written: WrittenObject;
  readonly why: string;
}

/** What applying other manifests deletes. */
export interface PrunePlan {
  readonly pruner: Pruner;
  /** No longer written, and left alone. */
  readonly kept: readonly ExplainedObject[];
  /** Pruned, although a mark of theirs seems to keep them. */
  readonly prunedDespite: readonly ExplainedObject[];
  /** What is denied is denied by policies that are pruned, too. */
  readonly goesWithItsPolicies: boolean;
  readonly deletion: DeletionPlan;
}

/** What a tool deletes where it applies `to` in place of `from`, and what that takes with it. Asks for lists alone. */
export async function planPrune(client: AskingClient, query: PruneQuery): Promise<PrunePlan> {
  const rules = pruneRules[query.pruner];
  const deleting = query.user === undefined && rules.user !== undefined ? { ...query, user: rules.user } : query;
  const view = await readDeletionView(client, deleting);
  const { removed, kept, pruned, settings, after, gaps: pruneGaps } = await prunedOf(client, view, query);
  const targets = inPruneOrder(pruned.flatMap(({ object }) => object ?? []));
  const propagationPolicy = settings.propagationPolicy ?? rules.propagationPolicy;
  const deletion = await planTargets(client, view, { targets, propagationPolicy, deleting });
  const missing = removed.filter(({ object }) => object === undefined).map(({ written }) => written);
  const { absent, gaps } = absentOf(missing, view.cluster);
  const despite = pruned.flatMap(({ written, live }) => explained(written, rules.despite?.(live)));
  const remade = after.flatMap((written) => explained(written, rules.remakes?.(written.document)));
  return {
    pruner: query.pruner,
    kept,
    prunedDespite: despite,
    goesWithItsPolicies: goesWithItsPolicies(deletion),
    deletion: {
      ...deletion,
      absent,
      gaps: [
        ...deletion.gaps,
        ...gaps,
        ...pruneGaps,
        ...remade.map(({ written, why }) => `${writtenName(written)} may be deleted and made anew: ${why}`),
      ],
    },
  };
}

const explained = (written: WrittenObject, why: string | undefined): readonly ExplainedObject[] =>
  why === undefined ? [] : [{ written, why }];

interface Pruned {
  readonly removed: readonly RemovedObject[];
  readonly kept: readonly ExplainedObject[];
  readonly pruned: readonly RemovedObject[];
  readonly settings: ApplierSettings;
  /** What is written from now on. */
  readonly after: readonly WrittenObject[];
  readonly gaps: readonly string[];
}

/** What is no longer written, and what the tool does about each of that. */
async function prunedOf(client: AskingClient, { cluster }: DeletionView, query: PruneQuery): Promise<Pruned> {
  const { namespace, owner, labels } = query;
  const rules = pruneRules[query.pruner];
  const find = finderOf(cluster, namespace);
  const after = writtenObjects(query.to);
  const still = new Set(after.map(find).filter((one) => one !== undefined));
  const removed = removedObjects(writtenObjects(query.from), after, namespace)
    .map((written): RemovedObject => {
      const object = find(written);
      return { written, object, live: object?.stored ?? written.document };
    })
    .filter(({ object }) => object === undefined || !still.has(object));
  const appliers = appliersOf(rules, { still: [...still].map(({ stored }) => stored), removed, owner });
  const settings = await settingsOf(client, cluster, { query, appliers: appliers.names, isAllRemoved: after.length === 0 });
  const run: ApplyRun = { namespaces: new Set(after.map((one) => one.namespace ?? namespace)), labels };
  const found = removed.map((one) => ({
    ...one,
    why: rules.keeps(one, run) ?? (one.object && appliers.keeps(one.live)) ?? settings.keeps?.(one),
  }));
  const pruned = found.filter(({ why }) => why === undefined);
  const kept = found.flatMap(({ written, why }) => explained(written, why));
  return {
    removed,
    kept,
    pruned,
    settings,
    after,
    gaps: [...appliers.gaps, ...settings.gaps, ...(rules.gaps?.(pruned, run) ?? [])],
  };
}

interface SettingsOf {
  readonly query: PruneQuery;
  readonly appliers: readonly string[];
  readonly isAllRemoved: boolean;
}

/** Several may have said different things. */
async function settingsOf(
  client: AskingClient,
  cluster: DeletionView["cluster"],
  { query: { pruner, owner }, appliers, isAllRemoved }: SettingsOf,
): Promise<ApplierSettings> {
  const { settings, shown } = pruneRules[pruner];
  const [applier = owner, ...others] = appliers;
  if (settings === undefined || applier === undefined) return { gaps: [] };
  if (others.length > 0)
    return { gaps: [`how ${[applier, ...others].join(", ")} are set up: ${shown} may prune otherwise, or nothing`] };
  return settings({ client, cluster, applier, isAllRemoved });
}

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

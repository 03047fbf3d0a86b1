import { resourceName } from "../../api/resource.ts";
import { claimGaps } from "../deletion/controllers/set-claims.ts";
import { type ClusterObject, isCustom } from "../deletion/cluster-object.ts";
import { type DeletionPlan, deletionPlan } from "../deletion/deletion-plan.ts";
import type { PropagationPolicy } from "../deletion/propagation.ts";
import type { AskingClient } from "../verify/index.ts";
import { type DeletionView, type ViewQuery, readDeletionView } from "./deletion-view.ts";
import { type Deleting, rightsOf } from "./rights.ts";
import { type TargetPlace, type TargetQuery, targetsOf } from "./targets.ts";
import { writtenObjects } from "./written-objects.ts";

export interface PlanQuery extends ViewQuery {
  readonly targets: readonly TargetQuery[];
  /** Manifests whose objects are targets, too: `-f`. */
  readonly files?: readonly unknown[];
  /** The Namespace `default`, unless told. */
  readonly place?: Partial<TargetPlace>;
  /** `Background`, unless told. */
  readonly propagationPolicy?: PropagationPolicy;
}

/** What a delete would take, read from a cluster or from manifests. Asks for nothing but lists, and about rights. */
export async function planDelete(client: AskingClient, query: PlanQuery): Promise<DeletionPlan> {
  const view = await readDeletionView(client, query);
  const { files = [], propagationPolicy = "Background" } = query;
  const asked = { named: query.targets, written: writtenObjects(files) };
  const place = { namespace: "default", allNamespaces: false, labels: undefined, ...query.place };
  const { targets, absent, gaps } = targetsOf(asked, place, view.cluster);
  const plan = await planTargets(client, view, { targets, propagationPolicy, deleting: query });
  return { ...plan, absent, gaps: [...gaps, ...plan.gaps] };
}

interface Targeted {
  readonly targets: readonly ClusterObject[];
  readonly propagationPolicy: PropagationPolicy;
  readonly deleting: Deleting;
}

/** The same of objects that are found already. */
export async function planTargets(
  client: AskingClient,
  { cluster, admission, podsFirst, gaps }: DeletionView,
  { targets, propagationPolicy, deleting }: Targeted,
): Promise<Omit<DeletionPlan, "absent">> {
  const rights = await rightsOf(client, targets, deleting);
  const { kinds, objects } = cluster;
  const followed = deletionPlan({ targets, propagationPolicy, objects }, { kinds, admission, podsFirst });
  const notAsked = admission.notEvaluated.map(({ policy, why }) => `${policy} may deny: ${why}`);
  const going = followed.objects.filter(({ state }) => state !== "denied").map(({ object }) => object);
  const unknown = [...claimGaps(going, objects), ...controllersOf(going, followed)];
  return { ...followed, forbidden: rights.forbidden, gaps: [...gaps, ...rights.gaps, ...notAsked, ...unknown] };
}

/** Controllers of custom resources may delete more, in the cluster and outside. */
function controllersOf(going: readonly ClusterObject[], { externals }: Pick<DeletionPlan, "externals">): readonly string[] {
  const known = new Set(externals.map(({ object }) => object.of));
  const kinds = going.map(({ of }) => of).filter((of) => isCustom(of) && !known.has(of));
  const custom = new Set(kinds.map(resourceName));
  return custom.size === 0 ? [] : [`what the controllers of ${[...custom].toSorted().join(", ")} do when these go`];
}

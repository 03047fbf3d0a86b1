import { type ClusterObject } from "../deletion/cluster-object.ts";
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
  readonly files: readonly unknown[];
  readonly place: TargetPlace;
  readonly propagationPolicy: PropagationPolicy;
}

/** What a delete would take, read from a cluster or from manifests. Asks for nothing but lists, and about rights. */
export async function planDelete(client: AskingClient, query: PlanQuery): Promise<DeletionPlan> {
  const view = await readDeletionView(client, query);
  const asked = { named: query.targets, written: writtenObjects(query.files) };
  const { targets, absent } = targetsOf(asked, query.place, view.cluster);
  const { propagationPolicy } = query;
  return { ...(await planTargets(client, view, { targets, propagationPolicy, deleting: query })), absent };
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
  return { ...followed, forbidden: rights.forbidden, gaps: [...gaps, ...rights.gaps, ...notAsked] };
}

/**
 * The package `holdfast/plan`: what a delete would remove, as `holdfast plan` shows it.
 *
 * const source = await clusterSource({ context: "production" }); const plan = await planDelete(source.client, {
 * targets: [{ kind: "namespace", name: "shop" }] }); plan.objects; // each object that goes, why, and what it waits for
 * await source.close();
 *
 * It only reads. Rejects with a `HelpfulError` if a target does not exist, and with a `ClusterError` if the cluster
 * does not answer.
 */
export { type PlanSource, type ClusterAddress, type ManifestPlace, clusterSource, manifestSource } from "./plan-source.ts";
export { type PlanQuery, planDelete } from "./plan-delete.ts";
export { type ExplainedObject, type PrunePlan, type PruneQuery, planPrune } from "./plan-prune.ts";
export { type Pruner, pruners } from "./prune/prune-rules.ts";
export { pruneRules } from "./prune/pruners.ts";
export type { ViewQuery } from "./deletion-view.ts";
export type { ReadSoFar } from "./read-cluster.ts";
export { type WrittenObject, writtenName } from "./written-objects.ts";
export type { TargetPlace, TargetQuery } from "./targets.ts";
export type { DeletionPlan, PlannedObject } from "../deletion/deletion-plan.ts";
export { type PlanNode, planTree } from "../deletion/plan-tree.ts";
export type { PropagationPolicy } from "../deletion/propagation.ts";

import type { DeletionPlan, PlannedObject } from "../../cluster/deletion/deletion-plan.ts";
import { isLost, shownBytes } from "../../cluster/deletion/losses/volumes.ts";
import { count } from "../output/summary.ts";

/** `Deletes 214 objects in 2 Namespaces, 3 volumes with 1.2 TiB; 2 policies keep some of it` */
export function headline(plan: DeletionPlan): string {
  const { targets, denied, forbidden, objects } = plan;
  const taken = takenText(plan);
  const kept = new Set([...denied.map(({ object }) => object), ...forbidden]).size;
  if (kept > 0) {
    const deniers = { isRbac: forbidden.length > 0, policies: policiesOf(denied).size };
    const some = kept < targets.length ? `${kept} of ${targets.length} objects denied` : "Denied";
    return `${some} ${deniedBy(deniers)} it would delete ${taken}`;
  }
  const policies = policiesOf(objects).size;
  return `Deletes ${taken}${policies === 0 ? "" : `; ${count(policies, "policy")} ${policies === 1 ? "keeps" : "keep"} some of it`}`;
}

/** `by RBAC and 1 policy; without them` */
function deniedBy({ isRbac, policies }: { readonly isRbac: boolean; readonly policies: number }): string {
  if (policies === 0) return "by RBAC; with the permission";
  const named = count(policies, "policy");
  if (isRbac) return `by RBAC and ${named}; without them`;
  return `by ${named}; without ${policies === 1 ? "this policy" : "these policies"}`;
}

/** Whether anything that is to go is denied: a target, or what is in it. */
export const isStopped = ({ denied, forbidden, objects }: Pick<DeletionPlan, "denied" | "forbidden" | "objects">): boolean =>
  denied.length + forbidden.length > 0 || objects.some(({ state }) => state === "denied");

/** Whether anything goes that no object of the cluster brings back. */
export function losesData({ volumes, externals }: Pick<DeletionPlan, "volumes" | "externals">): boolean {
  return volumes.some(isLost) || externals.some(({ fate }) => fate !== "stays");
}

function takenText({ objects, volumes, externals }: DeletionPlan): string {
  const gone = objects.filter(({ state }) => state === "gone" || state === "later");
  const namespaces = new Set(gone.flatMap(({ object }) => object.namespace ?? [])).size;
  const lost = volumes.filter(isLost);
  const bytes = lost.reduce((sum, { bytes: own }) => sum + own, 0);
  const outside = externals.filter(({ fate }) => fate !== "stays").length;
  const parts = [
    ...(gone.length === 0
      ? []
      : [`${count(gone.length, "object")}${namespaces === 0 ? "" : ` in ${count(namespaces, "Namespace")}`}`]),
    ...(lost.length === 0
      ? []
      : [`${count(lost.length, "volume")} with ${bytes === 0 ? "data of unknown size" : shownBytes(bytes)}`]),
    ...(outside === 0 ? [] : [`${count(outside, "resource")} outside of the cluster`]),
  ];
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

const policiesOf = (planned: readonly PlannedObject[]): ReadonlySet<string> =>
  new Set(planned.flatMap(({ denials }) => denials.map(({ policy }) => policy)));

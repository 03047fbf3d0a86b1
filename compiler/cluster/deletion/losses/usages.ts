import { versionIdOf } from "../../../../runtime-fallback/kubernetes/resource.ts";
import { type JsonObject, fieldsOf, objectsOf, textAt } from "../../../api/json.ts";
import { onceFor } from "../../../ir/once-for.ts";
import { usageKinds } from "../../../api/usage-kinds.ts";
import type { ClusterObject, ObjectKind } from "../cluster-object.ts";

/** A Usage, and what it says is used. */
export interface UsageOf {
  readonly usage: ClusterObject;
  readonly used: ClusterObject;
}

/** Usages and ClusterUsages: of Holdfast, and of Crossplane in each of its versions. */
export const isUsage = (of: Pick<ObjectKind, "group" | "resource">): boolean =>
  usageKinds.some(({ group, resource }) => of.group === group && of.resource === resource);

/** Which of these objects are in use, by the Usages among all; a Usage that goes itself still keeps until it has. */
export function usagesOf(deleted: readonly ClusterObject[], all: readonly ClusterObject[]): readonly UsageOf[] {
  const usages = all.filter(({ of }) => isUsage(of));
  if (usages.length === 0) return [];
  const byName = Map.groupBy(usages, (usage) => `${usedKind(usage)} ${textAt(usedBy(usage), "resourceRef", "name") ?? ""}`);
  return deleted.flatMap((used) => {
    const kind = `${used.of.group} ${used.of.kind}`;
    // Those that name nothing select by labels.
    const possible = [...(byName.get(`${kind} ${used.name}`) ?? []), ...(byName.get(`${kind} `) ?? [])];
    return possible.filter((usage) => isUsedBy(used, usage)).map((usage) => ({ usage, used }));
  });
}

const usedBy = onceFor((usage: ClusterObject): JsonObject => fieldsOf(fieldsOf(usage.stored["spec"])["of"]));

/** In whatever version: a kind is one kind. */
function usedKind(usage: ClusterObject): string {
  const { apiVersion, kind } = usedBy(usage);
  return `${versionIdOf(String(apiVersion)).group} ${String(kind)}`;
}

/** By name, or by labels until the controller has written the name; a Usage in a Namespace is of what is there. */
export function isUsedBy(used: ClusterObject, usage: ClusterObject): boolean {
  const { resourceRef, resourceSelector } = usedBy(usage);
  if (usedKind(usage) !== `${used.of.group} ${used.of.kind}`) return false;
  const where = textAt(resourceRef, "namespace") ?? usage.namespace;
  if (where !== undefined && used.namespace !== undefined && where !== used.namespace) return false;
  const named = textAt(resourceRef, "name");
  if (named !== undefined) return named === used.name;
  const { matchLabels } = fieldsOf(resourceSelector);
  return objectsOf([matchLabels]).some((labels) => hasLabels(used, labels));
}

function hasLabels({ stored }: ClusterObject, labels: JsonObject): boolean {
  const own = fieldsOf(stored.metadata["labels"]);
  return Object.entries(labels).every(([key, value]) => own[key] === value);
}

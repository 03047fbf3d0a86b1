import { type JsonObject, fieldsOf, objectsOf, textAt } from "../../../api/json.ts";
import { onceFor } from "../../../ir/once.ts";
import { matchesLabels } from "../../../language/matches-labels.ts";
import type { ClusterObject, ObjectKind } from "../cluster-object.ts";

/** A Usage of Crossplane, and what it says is used. */
export interface UsageOf {
  readonly usage: ClusterObject;
  readonly used: ClusterObject;
}

/** Usages, ClusterUsages and those of Crossplane before 2.0. */
export const isUsage = ({ group, kind }: Pick<ObjectKind, "group" | "kind">): boolean =>
  (group === "protection.crossplane.io" && ["Usage", "ClusterUsage"].includes(kind)) ||
  (group === "apiextensions.crossplane.io" && kind === "Usage");

/** Which of these objects are in use, by the Usages among all; a Usage that goes itself still keeps until it has. */
export function usagesOf(deleted: readonly ClusterObject[], all: readonly ClusterObject[]): readonly UsageOf[] {
  const usages = all.filter(({ of }) => isUsage(of));
  if (usages.length === 0) return [];
  const byKind = Map.groupBy(usages, usedKind);
  return deleted.flatMap((used) => {
    const own = byKind.get(`${used.of.group} ${used.of.kind}`) ?? [];
    return own.filter((usage) => isUsed(used, usage)).map((usage) => ({ usage, used }));
  });
}

const usedBy = onceFor((usage: ClusterObject): JsonObject => fieldsOf(fieldsOf(usage.stored["spec"])["of"]));

/** In whatever version: a kind is one kind. */
function usedKind(usage: ClusterObject): string {
  const { apiVersion, kind } = usedBy(usage);
  const [group, version] = String(apiVersion).split("/");
  return `${version === undefined ? "" : group} ${String(kind)}`;
}

/** By name, or by labels until Crossplane has written the name; a Usage in a Namespace is of what is there. */
function isUsed({ namespace, name, stored }: ClusterObject, usage: ClusterObject): boolean {
  const { resourceRef, resourceSelector } = usedBy(usage);
  const inNamespace = usage.namespace === undefined ? textAt(resourceRef, "namespace") : usage.namespace;
  if (inNamespace !== undefined && inNamespace !== namespace) return false;
  const named = textAt(resourceRef, "name");
  if (named !== undefined) return named === name;
  const { matchLabels } = fieldsOf(resourceSelector);
  const labels = objectsOf([matchLabels])[0];
  if (labels === undefined) return false;
  const matchExpressions = Object.entries(labels).map(([key, value]) => ({
    key,
    operator: "In" as const,
    values: [String(value)],
  }));
  return matchesLabels(fieldsOf(stored.metadata["labels"]) as Readonly<Record<string, string>>, { matchExpressions });
}

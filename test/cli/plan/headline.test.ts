import { expect, test } from "vitest";
import { headline } from "../../../compiler/cli/plan/headline.ts";
import type { ClusterObject } from "../../../compiler/cluster/deletion/cluster-object.ts";
import type { DeletionPlan, PlannedObject } from "../../../compiler/cluster/deletion/deletion-plan.ts";

const objects = ["a", "b", "c"].map((name) => ({ name, namespace: "shop" }) as ClusterObject);

const planned = (object: ClusterObject | undefined, policies: readonly string[] = []): PlannedObject => ({
  object: object as ClusterObject,
  cause: { kind: "target" } as unknown as PlannedObject["cause"],
  state: "gone",
  mayGo: false,
  finalizers: [],
  denials: policies.map((policy) => ({ policy }) as PlannedObject["denials"][number]),
});

function headlineOf(plan: Partial<DeletionPlan>): string {
  const nothing = { targets: objects, denied: [], forbidden: [], objects: [], volumes: [], externals: [] };
  return headline({ ...nothing, ...plan } as unknown as DeletionPlan);
}

const [a, b, c] = objects;
const two = { objects: [planned(a), planned(b)] };

test.each<[string, Partial<DeletionPlan>, string]>([
  ["nothing is denied", two, "Deletes 2 objects in 1 Namespace"],
  ["nothing goes", {}, "Deletes nothing"],
  [
    "one policy",
    { ...two, denied: [planned(a, ["x"])] },
    "1 of 3 objects denied by 1 policy; without this policy it would delete 2 objects in 1 Namespace",
  ],
  [
    "two policies deny all",
    { ...two, denied: [planned(a, ["x", "y"]), planned(b, ["x"]), planned(c, ["x"])] },
    "Denied by 2 policies; without these policies it would delete 2 objects in 1 Namespace",
  ],
  [
    "RBAC alone",
    { targets: objects.slice(0, 1), forbidden: objects.slice(0, 1) },
    "Denied by RBAC; with the permission it would delete nothing",
  ],
  [
    "both",
    { objects: [planned(a)], denied: [planned(b, ["x"])], forbidden: objects.slice(0, 1) },
    "2 of 3 objects denied by RBAC and 1 policy; without them it would delete 1 object in 1 Namespace",
  ],
])("the headline says what would go: %s", (_, plan, text) => {
  expect(headlineOf(plan)).toBe(text);
});

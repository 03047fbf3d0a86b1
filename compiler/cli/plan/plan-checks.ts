import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import type { DeletionPlan, PlannedObject } from "../../cluster/deletion/deletion-plan.ts";
import { isLost } from "../../cluster/deletion/losses/volumes.ts";
import { idOf } from "../objects/object-names.ts";
import { type Check, type Finding, failing } from "../output/findings/finding.ts";

const suite = "the delete";

/** Why the exit code of a plan is 1, and what it does not know. What just goes is no finding: it is what was asked for. */
export function planChecks({ targets, denied, forbidden, objects, volumes, externals, gaps }: DeletionPlan): readonly Check[] {
  const found = [
    ...forbidden.map((object) => about(object, "forbidden", "the user has no right to delete it (RBAC)")),
    ...denied.flatMap(deniedBy),
    ...objects.filter(({ state }) => state === "denied").flatMap(deniedBy),
    ...volumes.filter(isLost).flatMap((loss) => {
      const object = loss.claim ?? loss.volume;
      return object === undefined ? [] : [about(object, "data-loss", `its data, ${loss.capacity}, is deleted, or may be`)];
    }),
    ...externals
      .filter(({ fate }) => fate !== "stays")
      .map(({ object, controller }) =>
        about(object, "external-loss", `what it stands for outside of the cluster goes (${controller})`),
      ),
  ];
  const unknown = gaps.map((gap) => ({ level: "note", rule: "not-known", message: gap }) as const);
  const bad = new Set(found.map(({ object }) => object));
  const fine = targets.map(idOf).filter((object) => !bad.has(object));
  return [
    ...found.map((one) => failing(suite, one)),
    ...unknown.map((one) => failing(suite, one)),
    ...fine.map((object): Check => ({ suite, name: object })),
  ];
}

const deniedBy = ({ object, denials }: PlannedObject): readonly Finding[] =>
  denials.map(({ policy, message }) => about(object, "denied", `${policy} denies its delete: ${message}`));

function about(object: ClusterObject, rule: string, why: string): Finding {
  const name = idOf(object);
  return { level: "error", rule, message: `${name}: ${why}`, object: name };
}

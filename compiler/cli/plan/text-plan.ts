import { actorOf } from "../../cluster/deletion/finalizers.ts";
import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import type { DeletionPlan, PlannedObject } from "../../cluster/deletion/deletion-plan.ts";
import { type PlanNode, planTree } from "../../cluster/deletion/plan-tree.ts";
import { type VolumeLoss, shownBytes } from "../../cluster/deletion/volumes.ts";
import { visible } from "../../diagnostics/format.ts";
import { count } from "../output/summary.ts";

/**
 * What a delete takes, as a tree:
 *
 *     Deletes 4 objects in 1 Namespace, 1 volume with 10 GiB
 *
 *     Namespace shop
 *     ├─ StatefulSet db
 *     │  └─ Pod db-0
 *     └─ PersistentVolumeClaim data-db-0
 *        └─ PersistentVolume pv-7, 10Gi: its data is deleted
 */
export function textPlan(plan: DeletionPlan): string {
  const sections = [
    ...plan.denied.map(denialText),
    planTree(plan.objects)
      .flatMap((node) => lines(node, volumesByClaim(plan)))
      .join("\n"),
    ...listed(
      "Stays, and loses an owner:",
      plan.released.map(([object, { kind, name }]) => `${nameOf(object)} (of ${kind} ${visible(name)})`),
    ),
    ...listed("Not known:", plan.gaps.map(visible)),
  ];
  return [headline(plan), ...sections].join("\n\n");
}

/** `Deletes 214 objects in 2 Namespaces, 3 volumes with 1.2 TiB; denied by 2 policies` */
export function headline({ targets, objects, volumes, denied }: DeletionPlan): string {
  const gone = objects.filter(({ state }) => state === "gone" || state === "later");
  const namespaces = new Set(gone.flatMap(({ object }) => object.namespace ?? []));
  const lost = volumes.filter(({ reclaimPolicy }) => reclaimPolicy === "Delete");
  const bytes = lost.reduce((sum, { bytes: own }) => sum + own, 0);
  const parts = [
    `${count(gone.length, "object")}${namespaces.size === 0 ? "" : ` in ${count(namespaces.size, "Namespace")}`}`,
    ...(lost.length === 0 ? [] : [`${count(lost.length, "volume")} with ${shownBytes(bytes)}`]),
  ].join(", ");
  const policies = policiesOf(objects);
  if (denied.length > 0) {
    const some = denied.length < targets.length ? `${denied.length} of ${targets.length} objects denied` : "Denied";
    return `${some} by ${count(policiesOf(denied).size, "policy")}; without that it deletes ${parts}`;
  }
  return `Deletes ${parts}${policies.size === 0 ? "" : `; ${count(policies.size, "policy")} ${policies.size === 1 ? "keeps" : "keep"} some of it`}`;
}

const policiesOf = (planned: readonly PlannedObject[]): ReadonlySet<string> =>
  new Set(planned.flatMap(({ denials }) => denials.map(({ policy }) => policy)));

function denialText({ object, denials }: PlannedObject): string {
  const said = denials.map(({ policy, message }) => `  ${visible(policy)}: ${visible(message)}`);
  return [`${nameOf(object)} is not deleted:`, ...said].join("\n");
}

function listed(title: string, rows: readonly string[]): readonly string[] {
  return rows.length === 0 ? [] : [[title, ...rows.map((row) => `  ${row}`)].join("\n")];
}

type Volumes = ReadonlyMap<string, VolumeLoss>;

const volumesByClaim = ({ volumes }: DeletionPlan): Volumes =>
  new Map(volumes.map((loss) => [(loss.claim ?? loss.volume).uid, loss]));

/** So many of one kind are shown side by side. */
const shownOfKind = 5;

function lines({ planned, children }: PlanNode, volumes: Volumes): readonly string[] {
  const volume = volumes.get(planned.object.uid);
  const below = [...(volume === undefined ? [] : [[volumeText(volume)]]), ...shortened(children, volumes)];
  return [rowOf(planned), ...below.flatMap((rows, at) => indented(rows, at === below.length - 1))];
}

/** What is much alike is counted. */
function shortened(children: readonly PlanNode[], volumes: Volumes): readonly (readonly string[])[] {
  const byKind = Map.groupBy(children, ({ planned }) => planned.object.of.kind);
  return [...byKind].flatMap(([kind, own]) => {
    const isPlain = (node: PlanNode): boolean =>
      node.children.length === 0 && node.planned.state === "gone" && !volumes.has(node.planned.object.uid);
    const plain = own.filter(isPlain);
    if (plain.length <= shownOfKind) return own.map((node) => lines(node, volumes));
    const hidden = new Set(plain.slice(shownOfKind));
    return [
      ...own.filter((node) => !hidden.has(node)).map((node) => lines(node, volumes)),
      [`… ${hidden.size} more ${kind} objects`],
    ];
  });
}

function indented(rows: readonly string[], isLast: boolean): readonly string[] {
  return rows.map((row, at) => `${at === 0 ? (isLast ? "└─ " : "├─ ") : isLast ? "   " : "│  "}${row}`);
}

function rowOf(planned: PlannedObject): string {
  return `${nameOf(planned.object)}${noteOf(planned)}`;
}

function nameOf({ of, namespace, name }: ClusterObject): string {
  return `${visible(of.kind)} ${namespace === undefined ? "" : `${visible(namespace)}/`}${visible(name)}`;
}

function noteOf({ state, finalizers, denials }: PlannedObject): string {
  if (state === "denied")
    return denials.map(({ policy, message }) => `: stays, ${visible(policy)} denies it: ${visible(message)}`).join("");
  const waits = finalizers.map((one) => `${visible(one)} (${actorOf(one) ?? "nobody known here removes it"})`).join(", ");
  if (waits !== "") return `: waits for ${waits}`;
  return state === "gone"
    ? ""
    : state === "later"
      ? ": once what it waits for is gone"
      : ": its deletion begins, and does not end";
}

function volumeText({ volume, claim, capacity, reclaimPolicy }: VolumeLoss): string {
  if (claim === undefined) return `${visible(capacity)} of data: ${reclaimPolicy === "Delete" ? "may be deleted" : "stay"}`;
  const fate = reclaimPolicy === "Delete" ? "its data is deleted" : "it stays, with its data";
  return `${nameOf(volume)}, ${visible(capacity)}: ${fate}`;
}

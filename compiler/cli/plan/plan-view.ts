import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import type { DeletionPlan, PlannedObject } from "../../cluster/deletion/deletion-plan.ts";
import type { ExternalResource } from "../../cluster/deletion/losses/external-resources.ts";
import { actorOf } from "../../cluster/deletion/controllers/finalizers.ts";
import { notesOf } from "../../cluster/deletion/losses/object-notes.ts";
import { type PlanNode, planTree } from "../../cluster/deletion/plan-tree.ts";
import { type VolumeLoss, isLost } from "../../cluster/deletion/losses/volumes.ts";
import { textAt } from "../../api/json.ts";
import { visible } from "../../diagnostics/format.ts";
import { nameOf } from "../objects/object-names.ts";
import type { Tone } from "../output/tone.ts";
import { headline } from "./headline.ts";

/** One object, and what goes with it. Nothing in its texts can steer a terminal. */
export interface PlanRow {
  /** `Pod shop/db-0` */
  readonly name: string;
  /** `waits for ...`; empty: it just goes. */
  readonly note: string;
  readonly tone: Tone;
  readonly children: readonly PlanRow[];
}

/** A plan as it is shown, whatever the format. */
export interface PlanView {
  readonly headline: string;
  readonly denials: readonly { readonly name: string; readonly said: readonly string[] }[];
  readonly rows: readonly PlanRow[];
  readonly sections: readonly PlanSection[];
}

export interface PlanSection {
  readonly title: string;
  readonly tone: Tone;
  readonly lines: readonly string[];
}

/** Side by side stand `shownOfKind` objects of one kind that just go; the rest of them is counted. */
export function planView(plan: DeletionPlan, shownOfKind = 5): PlanView {
  const details = { ...detailsOf(plan), shownOfKind };
  const released = plan.released.map(([object, { kind, name }]) => `${nameOf(object)} (of ${kind} ${visible(name)})`);
  const inUse = plan.usages.map(({ usage, used }) => `${nameOf(used)} (${nameOf(usage)})`);
  const sections: readonly PlanSection[] = [
    { title: "There is no", tone: "plain", lines: plan.absent.map(visible) },
    { title: "Stays, and loses an owner", tone: "stays", lines: released },
    { title: "Its deletion began before, and others have to end it", tone: "waits", lines: plan.underWay.map(underWayText) },
    { title: "In use, so that the webhook that answers for Usages may deny", tone: "waits", lines: inUse },
    { title: "Not known", tone: "plain", lines: plan.gaps.map(visible) },
  ];
  return {
    headline: headline(plan),
    denials: [...plan.forbidden.map(forbiddenDenial), ...plan.denied.map(policyDenial)],
    rows: planTree(plan.objects).map((node) => rowOf(node, details)),
    sections: sections.filter(({ lines }) => lines.length > 0),
  };
}

function underWayText(object: ClusterObject): string {
  const { finalizers, stored } = object;
  const since = textAt(stored.metadata, "deletionTimestamp") ?? "";
  return `${nameOf(object)}, since ${visible(since)}: waits for ${finalizers.map(visible).join(", ")}`;
}

const forbiddenDenial = (object: ClusterObject) => ({
  name: nameOf(object),
  said: ["the user has no right to delete it (RBAC)"],
});

const policyDenial = ({ object, denials }: PlannedObject) => ({
  name: nameOf(object),
  said: denials.map(({ policy, message }) => `${visible(policy)}: ${visible(message)}`),
});

/** Of objects, by their uid; and how many of them are shown. */
interface Details {
  readonly shownOfKind: number;
  readonly volumes: ReadonlyMap<string, VolumeLoss>;
  readonly externals: ReadonlyMap<string, ExternalResource>;
}

function detailsOf({ volumes, externals }: DeletionPlan): Omit<Details, "shownOfKind"> {
  return {
    volumes: new Map(volumes.map((loss) => [(loss.claim ?? loss.volume)?.uid ?? "", loss])),
    externals: new Map(externals.map((external) => [external.object.uid, external])),
  };
}

function rowOf({ planned, children }: PlanNode, details: Details): PlanRow {
  const { uid } = planned.object;
  const own = [volumeRow(details.volumes.get(uid)), externalRow(details.externals.get(uid))].filter((row) => row !== undefined);
  return {
    name: nameOf(planned.object),
    ...noteOf(planned),
    children: [...own, ...shortened(children, details)],
  };
}

/** What is much alike is counted. */
function shortened(children: readonly PlanNode[], details: Details): readonly PlanRow[] {
  const byKind = Map.groupBy(children, ({ planned }) => planned.object.of.kind);
  return [...byKind].flatMap(([kind, own]) => {
    const plain = own.filter((node) => isPlain(node, details));
    if (plain.length <= details.shownOfKind) return own.map((node) => rowOf(node, details));
    const hidden = new Set(plain.slice(details.shownOfKind));
    const shown = own.filter((node) => !hidden.has(node)).map((node) => rowOf(node, details));
    return [...shown, { name: `… ${hidden.size} more ${visible(kind)} objects`, note: "", tone: "plain", children: [] }];
  });
}

function isPlain({ planned, children }: PlanNode, { volumes, externals }: Details): boolean {
  const { uid } = planned.object;
  const isBare = children.length === 0 && planned.state === "gone" && notesOf(planned.object).length === 0;
  return isBare && !volumes.has(uid) && !externals.has(uid);
}

function noteOf(planned: PlannedObject): Pick<PlanRow, "note" | "tone"> {
  const { object, state, denials } = planned;
  const notes = notesOf(object).map(visible);
  if (state === "denied") {
    const said = denials.map(({ policy, message }) => `${visible(policy)} denies it: ${visible(message)}`);
    return { note: ["stays", ...said].join(", "), tone: "stays" };
  }
  const waits = waitText(planned);
  return { note: [...(waits === "" ? [] : [waits]), ...notes].join("; "), tone: waits === "" ? "plain" : "waits" };
}

function waitText({ state, finalizers, mayGo }: PlannedObject): string {
  const waits = finalizers.map((one) => `${visible(one)} (${actorOf(one) ?? "nobody known here removes it"})`).join(", ");
  if (waits !== "") return `waits for ${waits}`;
  if (state === "gone") return "";
  if (state === "later") return "once what it waits for is gone";
  return mayGo ? "its deletion begins, and may not end" : "its deletion begins, and does not end";
}

function volumeRow(loss: VolumeLoss | undefined): PlanRow | undefined {
  if (loss === undefined) return undefined;
  const { volume, claim, capacity, reclaimPolicy, deletedBy } = loss;
  const tone = isLost(loss) ? "loss" : "stays";
  if (claim === undefined)
    return { name: `${visible(capacity)} of data`, note: isLost(loss) ? "may be deleted" : "stay", tone, children: [] };
  if (volume === undefined) return { name: "its volume", note: "is not shown here: its data may be deleted", tone, children: [] };
  const unnamed = "its data may be deleted: it names nobody who would do that";
  const deleted = deletedBy === undefined ? unnamed : "its data is deleted";
  const notes: Readonly<Record<string, string>> = { Delete: deleted, Retain: "it stays, with its data" };
  const note = notes[reclaimPolicy ?? ""] ?? `its data may be deleted (${visible(reclaimPolicy ?? "")})`;
  return { name: `${nameOf(volume)}, ${visible(capacity)}`, note, tone, children: [] };
}

function externalRow(external: ExternalResource | undefined): PlanRow | undefined {
  if (external === undefined) return undefined;
  const { controller, fate } = external;
  const notes = {
    deleted: "is deleted",
    unlessConfigured: "is deleted, unless the controller is told to retain it (--deletion-policy)",
    stays: "stays",
  } as const;
  const isDeployer = ["Argo CD", "Flux", "Helm"].includes(controller);
  const name = `what it ${isDeployer ? "deployed" : "stands for"} (${controller})`;
  return { name, note: notes[fate], tone: fate === "stays" ? "stays" : "loss", children: [] };
}

import { textAt } from "../../api/json.ts";
import { instancesOf, isClaim, isDefinition } from "../deletion/controllers/built-in-controllers.ts";
import { type ClusterObject, isNamespace } from "../deletion/cluster-object.ts";
import { type ExternalResource, externalResourcesOf } from "../deletion/losses/external-resources.ts";
import type { Live, World } from "../deletion/world.ts";
import { dataOf } from "./operator-kinds.ts";
import { isOwnSecret, secretsInUse } from "./secrets-in-use.ts";

/**
 * How much is lost with an object: `data` that nobody gets back, `many` other objects, or what runs on it and can be
 * made anew (`other`).
 */
export type Loss = "data" | "many" | "other";

const losses: readonly Loss[] = ["data", "many", "other"];

/** An object that holds data or keeps others alive. */
export interface HeldObject {
  readonly live: Live;
  readonly loss: Loss;
  /** What is lost with it, for people: `its data, 10Gi in PersistentVolume pv-7, is deleted with it`. */
  readonly why: string;
  /** How many objects go with it, as far as it is what holds them together. */
  readonly takes: number;
}

/** All of them, the worst loss first. */
export function heldObjects(world: World): readonly HeldObject[] {
  const all = [...world.all()];
  const objects = all.map(({ object }) => object);
  const users = secretsInUse(objects);
  const externals = new Map(externalResourcesOf(objects, objects).map((one) => [one.object.uid, one]));
  const found = all.flatMap((live) => {
    const external = externals.get(live.object.uid);
    return heldBy(live, world) ?? (external && heldOutside(live, external)) ?? usedSecret(live, users) ?? [];
  });
  return [...found, ...namespacesOf(found, world)].toSorted(worstFirst);
}

function worstFirst(a: HeldObject, b: HeldObject): number {
  const byLoss = losses.indexOf(a.loss) - losses.indexOf(b.loss);
  if (byLoss !== 0 || a.takes !== b.takes) return byLoss || b.takes - a.takes;
  return nameKey(a) < nameKey(b) ? -1 : 1;
}

const nameKey = ({ live: { object } }: HeldObject): string => `${object.of.kind} ${object.namespace ?? ""}/${object.name}`;

function heldBy(live: Live, world: World): HeldObject | undefined {
  const { object } = live;
  const { of } = object;
  if (isClaim(of)) return claim(live, world);
  if (of.group === "apps" && of.resource === "statefulsets") return statefulSet(live, world);
  if (isDefinition(of)) return definition(live, world);
  const data = dataOf(of) ?? claimOfCrossplane(object);
  return data === undefined ? undefined : held(live, "data", data);
}

/** What it stands for outside of the cluster, or what it has deployed. */
function heldOutside(live: Live, { controller, fate }: ExternalResource): HeldObject {
  if (["Argo CD", "Flux", "Helm"].includes(controller))
    return fate === "stays"
      ? held(live, "other", `what it deployed (${controller}), which stays`)
      : held(live, "many", `what it deployed (${controller}) is deleted with it`);
  return fate === "stays"
    ? held(live, "other", `what it stands for (${controller}), which stays`)
    : held(live, "data", `what it stands for (${controller}) is deleted with it`);
}

function held(live: Live, loss: Loss, why: string, takes = 0): HeldObject {
  return { live, loss, why, takes };
}

/** Where `persistentVolumeClaimRetentionPolicy` says Delete, the controller makes it the owner of its claims. */
function statefulSet(live: Live, world: World): HeldObject {
  const claims = world.dependentsOf(live).filter(({ object: { of } }) => isClaim(of));
  const lost = claims.filter((one) => claim(one, world)?.loss === "data");
  if (lost.length === 0) return held(live, "other", "its Pods, which have names and volumes of their own");
  const which = lost.length === 1 ? `claim ${lost[0]?.object.name ?? ""} and its data` : `${lost.length} claims and their data`;
  return held(live, "data", `takes its ${which} with it`, claims.length);
}

/** One that has no volume yet holds nothing. */
function claim(live: Live, world: World): HeldObject | undefined {
  const { stored } = live.object;
  const name = textAt(stored, "spec", "volumeName");
  if (name === undefined || name === "") return undefined;
  const volume = world.find({ group: "", kind: "PersistentVolume" }, undefined, name)?.object.stored;
  if (volume === undefined) return held(live, "data", `its data, in PersistentVolume ${name}, which is not shown`);
  const capacity = textAt(volume, "spec", "capacity", "storage") ?? "some bytes";
  // The API server writes Retain where nobody has said; Recycle deletes the data as well.
  if ((textAt(volume, "spec", "persistentVolumeReclaimPolicy") ?? "Retain") === "Retain")
    return held(live, "other", `${capacity} in PersistentVolume ${name}, which stays with its data`);
  return held(live, "data", `its data, ${capacity} in PersistentVolume ${name}, is deleted with it`);
}

function definition(live: Live, world: World): HeldObject | undefined {
  const count = instancesOf(live, world).length;
  return count === 0 ? undefined : held(live, "many", `takes all objects of its kind with it: ${count}`, count);
}

/** crossplane: internal/controller/apiextensions/claim */
function claimOfCrossplane({ finalizers }: ClusterObject): string | undefined {
  return finalizers.includes("finalizer.apiextensions.crossplane.io") ? "a claim of Crossplane" : undefined;
}

function usedSecret(live: Live, users: ReadonlyMap<string, readonly string[]>): HeldObject | undefined {
  const { object } = live;
  const pods = isOwnSecret(object) ? users.get(`${object.namespace ?? ""}/${object.name}`) : undefined;
  const [first, ...others] = pods ?? [];
  if (first === undefined) return undefined;
  return held(live, "other", `Pod ${first}${others.length === 0 ? "" : ` and ${others.length} more`} cannot start without it`);
}

/** Namespaces that hold any of these. */
function namespacesOf(contents: readonly HeldObject[], world: World): readonly HeldObject[] {
  const counts = Map.groupBy(contents, ({ live }) => live.object.namespace);
  return [...world.all()].flatMap((live) => {
    const { object } = live;
    const own = isNamespace(object.of) ? counts.get(object.name) : undefined;
    if (own === undefined) return [];
    const takes = world.contentsOf(object.name).length;
    return [
      held(
        live,
        "many",
        `takes all that is in it: ${takes} ${takes === 1 ? "object" : "objects"}, of which this list names ${own.length}`,
        takes,
      ),
    ];
  });
}

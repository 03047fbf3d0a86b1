import { fieldsOf, itemsOf, textsOf } from "../../../api/json.ts";
import { onceFor } from "../../../ir/once-for.ts";
import { type ObjectKind, isNamespace, namespaceFinalizer } from "../cluster-object.ts";
import type { Live, World } from "../world.ts";
import { isDeletedWithClaim } from "./volume-deleters.ts";

export const definitionCleanup = "customresourcecleanup.apiextensions.k8s.io";
export const claimProtection = "kubernetes.io/pvc-protection";
export const volumeProtection = "kubernetes.io/pv-protection";
/** The controller of Jobs removes it as soon as a Pod is deleted (kubernetes: pkg/controller/job/job_controller.go). */
export const jobTracking = "batch.kubernetes.io/job-tracking";

const is = (group: string, resource: string) => (of: Pick<ObjectKind, "group" | "resource">) =>
  of.group === group && of.resource === resource;

export const isPod = is("", "pods");
export const isClaim = is("", "persistentvolumeclaims");
export const isVolume = is("", "persistentvolumes");
export const isDefinition = is("apiextensions.k8s.io", "customresourcedefinitions");
const isServiceAccount = is("", "serviceaccounts");
const isService = is("", "services");
/** Their metadata alone are read. */
export const isSecret = is("", "secrets");

/** Finalizers that controllers of Kubernetes remove from objects of this kind. */
export function builtInFinalizers(of: ObjectKind): readonly string[] {
  if (isNamespace(of)) return [namespaceFinalizer];
  if (isDefinition(of)) return [definitionCleanup];
  if (isClaim(of)) return [claimProtection];
  if (isPod(of)) return [jobTracking];
  return isVolume(of) ? [volumeProtection] : [];
}

/** Those that the API server adds as a deletion begins (apiextensions-apiserver: registry/customresourcedefinition/etcd.go). */
export function finalizersWhenDeleted(of: ObjectKind): readonly string[] {
  return isDefinition(of) ? [definitionCleanup] : [];
}

/** The definition that an object is an instance of, where there is one. */
export function definitionOf({ object: { of } }: Live, world: World): Live | undefined {
  const definitions = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" };
  return of.group === "" ? undefined : world.find(definitions, undefined, `${of.resource}.${of.group}`);
}

export function instancesOf({ object }: Live, world: World): readonly Live[] {
  const [resource = "", ...group] = object.name.split(".");
  return world.instancesOf({ group: group.join("."), resource });
}

/**
 * Whether a Pod keeps the claim: one that has been scheduled and has not ended
 * (kubernetes: pkg/controller/volume/pvcprotection/pvc_protection_controller.go).
 */
export function isUsed({ object }: Live, world: World): boolean {
  const users = podsByClaim(world).get(claimKey(object.namespace, object.name)) ?? [];
  return users.some((pod) => world.has(pod) && keepsClaims(pod));
}

/** Nothing is added to a world, so that each is looked through once. */
const podsByClaim = onceFor((world: World) => {
  const pods = [...world.all()].filter(({ object }) => isPod(object.of));
  const pairs = pods.flatMap((pod) => claimsOf(pod).map((claim) => [claimKey(pod.object.namespace, claim), pod] as const));
  return new Map([...Map.groupBy(pairs, ([key]) => key)].map(([key, own]) => [key, own.map(([, pod]) => pod)]));
});

const claimKey = (namespace = "", name: string): string => `${namespace}/${name}`;

function keepsClaims({ object: { stored } }: Live): boolean {
  const { nodeName } = fieldsOf(stored["spec"]);
  const { phase } = fieldsOf(stored["status"]);
  return typeof nodeName === "string" && nodeName !== "" && phase !== "Succeeded" && phase !== "Failed";
}

/** The names of the claims whose volumes a Pod has. */
function claimsOf({ object: { stored, name } }: Live): readonly string[] {
  const volumes = itemsOf(fieldsOf(stored["spec"])["volumes"]);
  return textsOf(volumes.map((volume) => claimNameOf(volume, name)));
}

/** An ephemeral volume has a claim of the Pod's own. */
function claimNameOf(volume: unknown, pod: string): unknown {
  const { persistentVolumeClaim, ephemeral, name } = fieldsOf(volume);
  return ephemeral === undefined ? fieldsOf(persistentVolumeClaim)["claimName"] : `${pod}-${String(name)}`;
}

const claimUidOf = ({ object }: Live): unknown => fieldsOf(fieldsOf(object.stored["spec"])["claimRef"])["uid"];

const isOfClaim = (volume: Live, { object: { uid } }: Live): boolean => claimUidOf(volume) === uid;

/** Whether the claim of a volume is there: as long as it is, the volume is Bound. */
export function isBound(volume: Live, world: World): boolean {
  const uid = claimUidOf(volume);
  return typeof uid === "string" && world.get(uid) !== undefined;
}

/** What a controller looks at again when this object is gone: claims of a Pod, the volume of a claim. */
export function waitingFor(live: Live, world: World): readonly Live[] {
  const { of, namespace, stored } = live.object;
  const claims = { group: "", kind: "PersistentVolumeClaim" };
  if (isPod(of)) return claimsOf(live).flatMap((name) => world.find(claims, namespace, name) ?? []);
  if (!isClaim(of)) return [];
  const { volumeName } = fieldsOf(stored["spec"]);
  const volume = world.find({ group: "", kind: "PersistentVolume" }, undefined, String(volumeName));
  return volume === undefined ? [] : [volume];
}

interface Companion {
  readonly companion: Live;
  readonly by: "endpoint-controller" | "tokens-controller" | "persistent-volume-binder";
}

/**
 * What controllers delete with this object, although it names no owner: Endpoints of a Service, tokens of a service
 * account, the volume of a claim where Kubernetes itself deletes its data.
 */
export function companionsOf(live: Live, world: World): readonly Companion[] {
  const { of, namespace = "", name, uid } = live.object;
  if (isClaim(of))
    return waitingFor(live, world)
      .filter((volume) => isDeletedWithClaim(volume.object) && isOfClaim(volume, live))
      .map((companion) => ({ companion, by: "persistent-volume-binder" }));
  if (isService(of)) {
    const companion = world.find({ group: "", kind: "Endpoints" }, namespace, name);
    return companion === undefined ? [] : [{ companion, by: "endpoint-controller" }];
  }
  if (!isServiceAccount(of)) return [];
  const tokens = (tokensByAccount(world).get(uid) ?? []).filter((token) => world.has(token));
  return tokens.map((companion) => ({ companion, by: "tokens-controller" }));
}

/** By the uid of their service account. Of Secrets the metadata alone are read, which do not tell the type. */
const tokensByAccount = onceFor((world: World) =>
  Map.groupBy(
    [...world.all()].filter(({ object }) => isSecret(object.of)),
    ({ object }) => fieldsOf(object.stored.metadata["annotations"])["kubernetes.io/service-account.uid"],
  ),
);

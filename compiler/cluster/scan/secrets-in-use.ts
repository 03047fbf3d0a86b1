import { fieldsOf, objectsOf, textAt, textsOf } from "../../api/json.ts";
import { isPod, isSecret } from "../deletion/controllers/built-in-controllers.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";

/** By `namespace/name`, the names of Pods that would not start without it; tokens and Helm's records are none. */
export function secretsInUse(objects: readonly ClusterObject[]): ReadonlyMap<string, readonly string[]> {
  const pairs = objects
    .filter(({ of }) => isPod(of))
    .flatMap((pod) => [...namesIn(pod)].map((name) => [`${pod.namespace ?? ""}/${name}`, pod.name] as const));
  return new Map([...Map.groupBy(pairs, ([key]) => key)].map(([key, own]) => [key, own.map(([, pod]) => pod)]));
}

/** A Secret that people have made, or that tools keep for them. */
export function isOwnSecret({ of, name, stored }: ClusterObject): boolean {
  if (!isSecret(of) || name.startsWith("sh.helm.release.v1.")) return false;
  return textAt(stored.metadata, "annotations", "kubernetes.io/service-account.name") === undefined;
}

function namesIn({ stored }: ClusterObject): ReadonlySet<string> {
  const spec = fieldsOf(stored["spec"]);
  const containers = ["containers", "initContainers", "ephemeralContainers"].flatMap((list) => objectsOf(spec[list]));
  const sources = objectsOf(spec["volumes"]).flatMap(({ secret, projected }) => [
    textAt(secret, "secretName"),
    ...objectsOf(fieldsOf(projected)["sources"]).map((source) => textAt(source, "secret", "name")),
  ]);
  const names = [
    ...containers.flatMap(({ env, envFrom }) => [
      ...objectsOf(env).map((one) => textAt(one, "valueFrom", "secretKeyRef", "name")),
      ...objectsOf(envFrom).map((one) => textAt(one, "secretRef", "name")),
    ]),
    ...sources,
    ...objectsOf(spec["imagePullSecrets"]).map((one) => textAt(one, "name")),
  ];
  return new Set(textsOf(names));
}

import { HelpfulError } from "../../api/helpful-error.ts";
import { closest } from "../../diagnostics/closest.ts";
import { matchesLabels } from "../../language/matches-labels.ts";
import { fieldsOf } from "../../api/json.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { ClusterObject } from "../deletion/cluster-object.ts";
import type { ReadCluster } from "./read-cluster.ts";
import { type WrittenObject, absentOf, finderOf } from "./written-objects.ts";

/** What is to be deleted, as kubectl takes it: `deployment/web`, or a kind with labels. */
export interface TargetQuery {
  /** Singular, plural, short name, or the plural with its group: `deploy`, `deployments.apps`. */
  readonly kind: string;
  /** Undefined: those that the labels select. */
  readonly name: string | undefined;
}

export interface TargetPlace {
  readonly namespace: string;
  readonly allNamespaces: boolean;
  /** `app=web,tier=db`, all of them; undefined: none is asked. */
  readonly labels: Readonly<Record<string, string>> | undefined;
}

export interface Targets {
  readonly targets: readonly ClusterObject[];
  /** What manifests name, and the cluster does not have: `ConfigMap shop/settings`. */
  readonly absent: readonly string[];
  readonly gaps: readonly string[];
}

/** The objects that are meant, in the order in which they are named. Throws a `HelpfulError` where there is none. */
export function targetsOf(
  { named, written }: { readonly named: readonly TargetQuery[]; readonly written: readonly WrittenObject[] },
  place: TargetPlace,
  cluster: ReadCluster,
): Targets {
  const find = finderOf(cluster, place.namespace);
  const pairs = written.map((one) => [one, find(one)] as const);
  const targets = [...namedTargets(named, place, cluster), ...pairs.flatMap(([, object]) => object ?? [])];
  const missing = pairs.filter(([, object]) => object === undefined).map(([one]) => one);
  if (targets.length === 0)
    throw new HelpfulError(
      missing.length === 0 ? "the files name no object" : `none of the ${missing.length} objects of the files is there`,
      "name files with objects that the cluster has; those that name no Namespace are looked for in that of -n",
    );
  return { targets: [...new Set(targets)], ...absentOf(missing, cluster) };
}

function namedTargets(queries: readonly TargetQuery[], place: TargetPlace, cluster: ReadCluster): readonly ClusterObject[] {
  return queries.flatMap((query) => {
    const kind = kindNamed(query.kind, cluster.kinds);
    const found = cluster.objects.filter((object) => object.of === kind && isMeant(object, query, place));
    if (found.length > 0) return found;
    throw new HelpfulError(notFound(query, kind, place), helpFor(query, kind, { place, cluster }));
  });
}

/** kubectl takes the first group that has it. */
export function kindNamed(text: string, kinds: readonly ServedResource[]): ServedResource {
  const asked = text.toLowerCase();
  const found = kinds.find((kind) => namesOf(kind).includes(asked));
  if (found !== undefined) return found;
  const near = closest(asked, kinds.flatMap(namesOf));
  throw new HelpfulError(
    `the cluster has no kind \`${text}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}`,
    "write it as kubectl takes it: deployment/web, or deployments.apps/web",
  );
}

/** As API servers name them; manifests have nobody who says it. */
const shortNamesOfBuiltIns: Readonly<Record<string, string>> = {
  configmaps: "cm",
  persistentvolumeclaims: "pvc",
  persistentvolumes: "pv",
  namespaces: "ns",
  pods: "po",
  services: "svc",
  serviceaccounts: "sa",
  "deployments.apps": "deploy",
  "daemonsets.apps": "ds",
  "replicasets.apps": "rs",
  "statefulsets.apps": "sts",
  "cronjobs.batch": "cj",
  "ingresses.networking.k8s.io": "ing",
  "customresourcedefinitions.apiextensions.k8s.io": "crd",
};

function namesOf({ group, version, resource, kind, shortNames }: ServedResource): readonly string[] {
  const known = shortNamesOfBuiltIns[group === "" ? resource : `${resource}.${group}`];
  const names = [resource, kind.toLowerCase(), ...(shortNames ?? (known === undefined ? [] : [known]))];
  return [...names, ...names.flatMap((name) => [`${name}.${group}`, `${name}.${version}.${group}`])];
}

function isMeant(object: ClusterObject, { name }: TargetQuery, { namespace, allNamespaces, labels }: TargetPlace): boolean {
  const isThere = object.namespace === undefined || allNamespaces || object.namespace === namespace;
  if (!isThere || (name !== undefined && object.name !== name)) return false;
  return labels === undefined || matchesLabels(labelsOf(object), selectorOf(labels));
}

const labelsOf = ({ stored }: ClusterObject) => fieldsOf(stored.metadata["labels"]) as Readonly<Record<string, string>>;

function selectorOf(labels: Readonly<Record<string, string>>) {
  const matchExpressions = Object.entries(labels).map(([key, value]) => ({ key, operator: "In" as const, values: [value] }));
  return { matchExpressions };
}

function notFound({ name }: TargetQuery, kind: ServedResource, { namespace, allNamespaces }: TargetPlace): string {
  const where = !kind.isNamespaced || allNamespaces ? "" : ` in Namespace ${namespace}`;
  return name === undefined ? `no ${kind.kind} has these labels${where}` : `there is no ${kind.kind} ${name}${where}`;
}

interface Known {
  readonly place: TargetPlace;
  readonly cluster: ReadCluster;
}

function helpFor({ name }: TargetQuery, kind: ServedResource, { place, cluster }: Known): string {
  const elsewhere = cluster.objects.find(
    (object) => object.of === kind && object.name === name && object.namespace !== undefined,
  );
  if (elsewhere?.namespace !== undefined && elsewhere.namespace !== place.namespace)
    return `there is one in Namespace ${elsewhere.namespace}: -n ${elsewhere.namespace}`;
  return kind.isNamespaced ? "name the Namespace: -n <namespace>, or --all-namespaces" : "look at `kubectl get` for its name";
}

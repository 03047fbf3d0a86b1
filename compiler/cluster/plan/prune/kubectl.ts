import { textAt } from "../../../api/json.ts";
import { type ApplyRun, type PruneRules, type RemovedObject, annotationsOf, labelsOf } from "./prune-rules.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
const partOf = "applyset.kubernetes.io/part-of";

/** As who runs it. */
const common = { user: undefined, propagationPolicy: "Background" } as const;

/** `kubectl apply --prune`: all that was applied in the Namespaces of what is applied (kubectl: pkg/cmd/apply/prune.go). */
export const kubectl: PruneRules = {
  ...common,
  shown: "kubectl apply --prune",
  applierKind: "kubectl",
  marks: [
    {
      applierOf: (live) => (annotationsOf(live)[lastApplied] === undefined ? undefined : "kubectl"),
      isCertain: true,
      unmarked: `kubectl apply has not made it (${lastApplied})`,
      foreign: (applier) => `${applier} has made it`,
    },
  ],
  keeps: (removed, run) => kindKeeps(removed) ?? namespaceKeeps(removed, run) ?? labelsKeep(removed, run),
  gaps: (pruned, { labels }) =>
    labels === undefined && pruned.length > 0
      ? ["which labels kubectl apply selects: name them, -l app=web, unless it is --all"]
      : [],
};

/** `kubectl apply --prune --applyset`: the members of the set (kubectl: pkg/cmd/apply/applyset_pruner.go). */
export const applyset: PruneRules = {
  ...common,
  shown: "kubectl apply --prune --applyset",
  applierKind: "the ApplySet, as its id",
  marks: [
    {
      applierOf: (live) => textAt(labelsOf(live), partOf),
      isCertain: true,
      unmarked: `it is of no ApplySet (${partOf})`,
      foreign: (set, own) => `it is of ApplySet ${set}, not ${own.join(", ")}`,
    },
  ],
  keeps: () => undefined,
};

/** kubectl: pkg/util/prune/prune.go. */
const pruned: ReadonlySet<string> = new Set([
  "/ConfigMap",
  "/Endpoints",
  "/Namespace",
  "/PersistentVolumeClaim",
  "/PersistentVolume",
  "/Pod",
  "/ReplicationController",
  "/Secret",
  "/Service",
  "batch/Job",
  "batch/CronJob",
  "networking.k8s.io/Ingress",
  "apps/DaemonSet",
  "apps/Deployment",
  "apps/ReplicaSet",
  "apps/StatefulSet",
]);

function kindKeeps({ written: { group, kind } }: RemovedObject): string | undefined {
  return pruned.has(`${group}/${kind}`) ? undefined : `kubectl prunes no ${kind}, unless --prune-allowlist names it`;
}

function namespaceKeeps({ object }: RemovedObject, { namespaces }: ApplyRun): string | undefined {
  const namespace = object?.namespace;
  if (namespace === undefined || namespaces.has(namespace)) return undefined;
  return `kubectl prunes in no Namespace of which nothing is written any more (${namespace})`;
}

function labelsKeep({ live }: RemovedObject, { labels = {} }: ApplyRun): string | undefined {
  const own = labelsOf(live);
  const missing = Object.entries(labels).find(([key, value]) => own[key] !== value);
  return missing === undefined ? undefined : `-l ${missing.join("=")} does not select it`;
}

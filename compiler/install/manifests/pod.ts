import type { FallbackIr } from "../../ir/fallback.ts";
import { names, ports } from "../settings.ts";
import { type Installation, type ManifestObject, describedBy } from "./manifest-object.ts";

/** Evicted last, and preempts others where no node has room. */
export const priorityClass = "system-cluster-critical";

/** The same in every image (runtime-fallback/container/): a file for each process, run by Node. */
export const processFile = (process: Process): string => `/holdfast/${process}.mjs`;

/**
 * Without the accessor, text of others that is assigned to `__proto__` is a key as any other. What parses the answers
 * of API servers is WebAssembly (in undici). Optimized by V8 it is hardly faster, and 8 MiB of what that takes stay.
 */
export const nodeCommand: readonly string[] = ["node", "--disable-proto=delete", "--liftoff-only"];

/**
 * Of both. 64 MiB of reviews at once, and what is watched: metadata of 50,000 objects takes some 50 MiB in the controller. A quarter
 * of the limit is left for what V8 does not count as its heap: buffers, TLS, the stack. No limit of CPU:
 * throttled, answers would come too late.
 */
export const memoryMiB = 512;
/** Resident with nothing to do: 95 MiB. Whoever is above its request is evicted first where a node runs short. */
const restMiB = 256;
export const heapMiB = memoryMiB * 0.75;

/** Three times this, for what is young, V8 fills with garbage before it looks: 16 MiB is its own choice. */
const youngMiB = 4;
const nodeOptions = `--max-old-space-size=${heapMiB} --max-semi-space-size=${youngMiB}`;

/** malloc of glibc keeps what was freed for each arena, of which it makes eight for each core. */
const mostArenas = 2;

export const nodeEnvironment = { NODE_OPTIONS: nodeOptions, MALLOC_ARENA_MAX: String(mostArenas) } as const;

/** Longer than the drain of 15 s, a handshake of 5 s and the longest timeout of a webhook, 30 s, together. */
const terminationGracePeriodSeconds = 60;

export type Process = "webhook" | "controller";

interface Workload {
  readonly process: Process;
  readonly replicas: number;
  readonly arguments: readonly string[];
  readonly environment: readonly object[];
  readonly ports: readonly object[];
  readonly volumes: readonly { readonly name: string; readonly path: string; readonly source: object }[];
}

/** The Pods of a process, and what else selects them. */
export const selectorOf = (process: Process): Readonly<Record<string, string>> => ({
  "app.kubernetes.io/name": names[process],
});

export function deployment(installation: Installation, workload: Workload): ManifestObject {
  const { process, replicas } = workload;
  const labels = selectorOf(process);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: describedBy(installation, { name: names[process], wave: "workload", labels }),
    spec: {
      replicas,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      // Never fewer than asked for.
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
      selector: { matchLabels: labels },
      template: {
        metadata: { labels: { ...labels, "app.kubernetes.io/part-of": "holdfast" } },
        spec: podSpec(installation.fallback, workload),
      },
    },
  };
}

function podSpec(fallback: FallbackIr, workload: Workload): object {
  const { process, volumes } = workload;
  return {
    serviceAccountName: names[process],
    serviceAccount: names[process],
    automountServiceAccountToken: true,
    enableServiceLinks: false,
    priorityClassName: priorityClass,
    nodeSelector: { "kubernetes.io/os": "linux" },
    topologySpreadConstraints: [apart(process)],
    securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
    containers: [container(fallback, workload)],
    ...(volumes.length > 0 && { volumes: volumes.map(({ name, source }) => ({ name, ...source })) }),
    dnsPolicy: "ClusterFirst",
    restartPolicy: "Always",
    schedulerName: "default-scheduler",
    terminationGracePeriodSeconds,
  };
}

/**
 * On different nodes, or not at all: all replicas on one node would be one failure away from nothing that
 * can be deleted. A node that takes none of them (cordoned, tainted) does not count, so that a drain does
 * not wait; where one is full, the priority makes room. With a single node all of them run there. The hash
 * lets a new version spread by itself.
 */
function apart(process: Process): object {
  return {
    maxSkew: 1,
    topologyKey: "kubernetes.io/hostname",
    whenUnsatisfiable: "DoNotSchedule",
    nodeAffinityPolicy: "Honor",
    nodeTaintsPolicy: "Honor",
    labelSelector: { matchLabels: selectorOf(process) },
    matchLabelKeys: ["pod-template-hash"],
  };
}

function container(fallback: FallbackIr, { process, ports: own, volumes, ...workload }: Workload): object {
  return {
    name: process,
    image: fallback.image,
    imagePullPolicy: "IfNotPresent",
    command: [...nodeCommand, processFile(process)],
    args: workload.arguments,
    env: [...Object.entries(nodeEnvironment).map(([name, value]) => ({ name, value })), ...workload.environment],
    ports: [...own, { name: "health", containerPort: ports.health, protocol: "TCP" }],
    livenessProbe: probe("/healthz", { initialDelaySeconds: 10, periodSeconds: 20, failureThreshold: 3 }),
    readinessProbe: probe("/readyz", { periodSeconds: 5, failureThreshold: 2 }),
    resources: { limits: { memory: `${memoryMiB}Mi` }, requests: { cpu: "50m", memory: `${restMiB}Mi` } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
      readOnlyRootFilesystem: true,
    },
    ...(volumes.length > 0 && { volumeMounts: volumes.map(({ name, path }) => ({ name, mountPath: path, readOnly: true })) }),
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "FallbackToLogsOnError",
  };
}

function probe(path: string, timing: Readonly<Record<string, number>>): object {
  return { httpGet: { path, port: "health", scheme: "HTTP" }, timeoutSeconds: 3, successThreshold: 1, ...timing };
}

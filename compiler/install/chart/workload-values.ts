import { partOfLabel } from "../../api/names.ts";
import { type Installation, describedBy } from "../manifests/manifest-object.ts";
import { selectorOf, type Process } from "../manifests/pod.ts";
import { servingSecret, mode } from "./certificate-modes.ts";
import type { Slots } from "./template-text.ts";

/** Of `values.yaml`: what each process has for itself. */
export interface WorkloadValues {
  readonly replicaCount: number;
  readonly resources: object;
  readonly nodeSelector: object;
  readonly tolerations: readonly object[];
  readonly affinity: object;
  readonly topologySpreadConstraints: readonly object[];
  readonly priorityClassName: string;
  readonly podAnnotations: object;
  readonly podLabels: object;
  readonly serviceAccount: { readonly annotations: object };
}

/** As far as a chart changes it. */
interface Deployment {
  readonly metadata: object;
  readonly spec: {
    readonly replicas: number;
    readonly template: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
  };
}

interface Pod {
  readonly containers: readonly [Container];
  readonly volumes?: readonly { readonly name: string; readonly secret?: object }[];
  readonly nodeSelector: object;
  readonly topologySpreadConstraints: readonly object[];
  readonly priorityClassName: string;
}

interface Container {
  readonly args: readonly string[];
  readonly resources: object;
}

const asDeployment = (object: object): Deployment => object as Deployment;

/** What the builder of the Deployment has chosen is the default. */
export function workloadValues(object: object): WorkloadValues {
  const { replicas, template } = asDeployment(object).spec;
  const { containers, nodeSelector, topologySpreadConstraints, priorityClassName } = template.spec;
  return {
    replicaCount: replicas,
    resources: containers[0].resources,
    nodeSelector,
    tolerations: [],
    affinity: {},
    topologySpreadConstraints,
    priorityClassName,
    podAnnotations: {},
    podLabels: {},
    serviceAccount: { annotations: {} },
  };
}

/** The Deployment of a process with slots for its values. */
export function withSlots(object: object, process: Process, slots: Slots): object {
  const own = (name: keyof WorkloadValues): string => `${process}.${name}`;
  const { spec } = asDeployment(object);
  const { metadata, spec: pod } = spec.template;
  const { containers, volumes, ...others } = pod;
  const block = (name: keyof WorkloadValues): string => slots.block(own(name));
  return {
    ...object,
    spec: {
      ...spec,
      replicas: slots.value(`.Values.${own("replicaCount")}`),
      template: {
        metadata: {
          labels: { ...metadata.labels, [slots.entries(own("podLabels"))]: "" },
          annotations: block("podAnnotations"),
        },
        spec: {
          ...others,
          imagePullSecrets: slots.block("imagePullSecrets"),
          priorityClassName: slots.lineIf(`with .Values.${own("priorityClassName")}`, (key) => `${key}: {{ . | quote }}`),
          nodeSelector: block("nodeSelector"),
          tolerations: block("tolerations"),
          affinity: block("affinity"),
          topologySpreadConstraints: block("topologySpreadConstraints"),
          containers: [containerWithSlots(containers[0], block("resources"), slots)],
          ...(volumes !== undefined && { volumes: volumes.map((volume) => withSecret(volume, slots)) }),
        },
      },
    },
  };
}

function containerWithSlots(container: Container, resources: string, slots: Slots): object {
  const level = slots.lineIf("with .Values.logLevel", () => '- "--log-level={{ . }}"');
  return {
    ...container,
    imagePullPolicy: slots.value(".Values.image.pullPolicy"),
    args: [...container.args.map((one) => one.replace(/^(--certificates=).*$/, `$1${slots.value(mode)}`)), level],
    resources,
  };
}

function withSecret(volume: NonNullable<Pod["volumes"]>[number], slots: Slots): object {
  if (volume.name !== "tls") return volume;
  return { ...volume, secret: { ...volume.secret, secretName: servingSecret(slots) } };
}

/** What cloud providers find the identity of a Pod by. */
export function accountWithSlots(object: object, process: Process, slots: Slots): object {
  const { metadata } = object as { readonly metadata: { readonly annotations: object } };
  const more = { [slots.entries(`${process}.serviceAccount.annotations`)]: "" };
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...more } } };
}

/** Reads `/metrics` of every replica, for the Prometheus operator. */
export function podMonitor(installation: Installation, slots: Slots): object {
  const labels = { [slots.entries("podMonitor.labels")]: "" };
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PodMonitor",
    metadata: describedBy(installation, { name: "holdfast", wave: "workload", labels }),
    spec: {
      selector: { matchLabels: { [partOfLabel.key]: partOfLabel.value } },
      podMetricsEndpoints: [{ port: "health", path: "/metrics", interval: slots.value(".Values.podMonitor.interval") }],
    },
  };
}

/** Labels by which Pods are selected: nobody may choose them. */
export const reservedLabels: readonly string[] = [...Object.keys(selectorOf("webhook")), partOfLabel.key];

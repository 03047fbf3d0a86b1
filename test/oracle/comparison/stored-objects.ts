import type { UntypedObject } from "../../../compiler/simulator/admission/index.ts";
import { clusterGroup } from "./compared-policy.ts";

export const group = "compared.holdfast.dev";

/** An object and the plural of its kind. */
export interface Stored {
  readonly resource: string;
  readonly object: UntypedObject;
}

const protectedLabel = { protected: "true" };
const uid = "0f3d2c1b-0000-4000-8000-000000000000";
const container = {
  name: "main",
  image: "none",
  ports: [{ containerPort: 80 }],
  resources: { requests: { memory: "1Gi", cpu: "0.5" } },
};
/** A token would be mounted under a random name. */
const podSpec = { automountServiceAccountToken: false, containers: [container] };
const text = `Ünïcödé "quoted" \\ 0123456789 ${"lorem ipsum ".repeat(480)}`;

function configMap(name: string, metadata: object, data: object): Stored {
  return { resource: "configmaps", object: { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata }, data } };
}

function widget(name: string, content: object, metadata: object = {}): Stored {
  return {
    resource: "widgets",
    object: { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name, ...metadata }, ...content },
  };
}

const list = [
  { name: "a", size: 1 },
  { name: "b", size: 2 },
];

/** What every Namespace holds: built-in kinds and custom resources, complete, sparse and malformed. */
export const storedObjects: readonly Stored[] = [
  configMap("plain", {}, { a: "1", allowed: "false" }),
  configMap(
    "marked",
    {
      labels: protectedLabel,
      annotations: { "holdfast.dev/reason": "because" },
      finalizers: ["example.com/hold"],
      ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "plain", uid, controller: true }],
    },
    { allowed: "maybe", lines: "one\ntwo" },
  ),
  configMap("many", {}, Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, "v"]))),
  configMap("text", { labels: { ...protectedLabel, more: "1" } }, { text }),
  configMap("one", { labels: { batch: "three" } }, {}),
  configMap("two", { labels: { batch: "three", ...protectedLabel } }, {}),
  configMap("three", { labels: { batch: "three" } }, {}),
  {
    resource: "secrets",
    object: {
      apiVersion: "v1",
      kind: "Secret",
      metadata: { name: "token", labels: protectedLabel },
      stringData: { token: "s3cret" },
    },
  },
  {
    resource: "pods",
    object: { apiVersion: "v1", kind: "Pod", metadata: { name: "idle", labels: protectedLabel }, spec: podSpec },
  },
  {
    resource: "deployments",
    object: {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web" },
      spec: {
        replicas: 3,
        selector: { matchLabels: { app: "web" } },
        template: { metadata: { labels: { app: "web" } }, spec: podSpec },
      },
    },
  },
  {
    resource: "horizontalpodautoscalers",
    object: {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "web" },
      spec: {
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } }],
      },
    },
  },
  widget(
    "w-full",
    {
      spec: {
        replicas: 3,
        ratio: 1.5,
        name: "full",
        empty: "",
        list,
        nested: { deep: { deeper: "found" } },
        when: "2020-02-29T12:30:00Z",
        period: "90m",
        size: "1Gi",
        address: "10.1.2.3",
        version: "1.2.3",
        "a.b/c": 1,
        constructor: "a key",
      },
    },
    { labels: protectedLabel, finalizers: ["example.com/hold"] },
  ),
  widget("w-empty", {}),
  widget("w-null", { spec: { replicas: null, null: null, list: [null, {}], nested: null, name: null } }),
  widget("w-wrong", { spec: "text", status: 5 }, { labels: {}, annotations: { empty: "" } }),
  widget("w-types", {
    spec: {
      replicas: "3",
      ratio: 3,
      name: ["full"],
      list: { a: 1 },
      when: "yesterday",
      size: "1 Gi",
      big: 9007199254740991,
      huge: 1e21,
    },
  }),
];

/** What belongs to no Namespace. */
export const clusterObject: Stored = {
  resource: "clusterwidgets",
  object: {
    apiVersion: `${clusterGroup}/v1`,
    kind: "ClusterWidget",
    metadata: { name: "everywhere", labels: protectedLabel },
    spec: { replicas: 3 },
  },
};

/** The path of a collection, in the version of the object unless told. */
export function collectionPath({ resource, object }: Stored, namespace: string | undefined, version?: string): string {
  const [first = "", second] = object.apiVersion.split("/");
  const root = second === undefined ? `/api/${version ?? first}` : `/apis/${first}/${version ?? second}`;
  return namespace === undefined ? `${root}/${resource}` : `${root}/namespaces/${namespace}/${resource}`;
}

export function findStored(resource: string, name: string): Stored {
  const found = storedObjects.find((each) => each.resource === resource && each.object.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${resource} ${name}`);
  return found;
}

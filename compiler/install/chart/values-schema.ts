import { longestObjectName } from "../../ir/valid-names.ts";
import { logLevels } from "../../api/known-arguments.ts";
import { modes } from "./certificate-modes.ts";
import { valueTexts } from "./value-comments.ts";
import type { Values } from "./values.ts";
import { reservedLabels } from "./workload-values.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * Nothing but what `values.yaml` has, since a value that is misspelt would be one that is forgotten; and all of it, since
 * `null` takes a default away.
 */
function record(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", additionalProperties: false, required, properties };
}

/** A part of a Pod, as Kubernetes has it. */
const partOfPod = (...names: readonly string[]): Schema => record(Object.fromEntries(names.map((name) => [name, free])), names);

const texts: Schema = { type: "object", additionalProperties: { type: "string" } };
const free: Schema = { type: "object" };
const flag: Schema = { type: "boolean" };
const listOf = (items: Schema): Schema => ({ type: "array", items });
const maybe = (pattern: string): Schema => ({ type: "string", pattern: `^(${pattern})?$` });
const objectName: Schema = { ...maybe("[a-z0-9]([-a-z0-9.]*[a-z0-9])?"), maxLength: longestObjectName };

/** `PRIVATE KEY` in base64, behind any number of bytes. */
const anyKey = "UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW";

/** PEM in base64: `-----BEGIN CERTIFICATE`, and no key before or behind it. */
const certificates: Schema = {
  ...maybe("LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR[A-Za-z0-9+/]+={0,2}"),
  not: { pattern: anyKey },
};

/** As many as the declaration may say. */
const replicas: Schema = { type: "integer", minimum: 1, maximum: 100 };

const workload: Schema = record({
  replicaCount: replicas,
  resources: partOfPod("limits", "requests"),
  nodeSelector: texts,
  tolerations: listOf(free),
  affinity: partOfPod("nodeAffinity", "podAffinity", "podAntiAffinity"),
  topologySpreadConstraints: listOf({ ...free, required: ["maxSkew", "topologyKey", "whenUnsatisfiable"] }),
  priorityClassName: objectName,
  podAnnotations: texts,
  podLabels: { ...texts, properties: Object.fromEntries(reservedLabels.map((label) => [label, { not: {} }])) },
  serviceAccount: record({ annotations: texts }),
});

/** `values.schema.json`: Helm holds the values of every lint, template, install and upgrade against it. */
export function valuesSchema(values: Values): object {
  const all: Readonly<Record<keyof Values | "global", Schema>> = {
    image: record({
      repository: { type: "string", pattern: "^[a-zA-Z0-9][-a-zA-Z0-9._:/]*$" },
      tag: maybe("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}"),
      digest: maybe("sha256:[0-9a-f]{64}"),
      pullPolicy: { enum: ["Always", "IfNotPresent", "Never"] },
    }),
    imagePullSecrets: listOf(record({ name: objectName })),
    webhook: workload,
    controller: workload,
    certificates: certificatesSchema,
    podDisruptionBudget: record({ enabled: flag, maxUnavailable: { type: "integer", minimum: 0 } }),
    networkPolicy: record({ enabled: flag }),
    podMonitor: record({ enabled: flag, interval: { type: "string", pattern: "^[0-9]+(ms|s|m|h)$" }, labels: texts }),
    namespace: record({ create: flag }),
    logLevel: { enum: ["", ...logLevels] },
    // Helm hands it to charts within charts.
    global: free,
  };
  const own = Object.entries(all).filter(([name]) => name === "global" || Object.hasOwn(values, name));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Values of the chart holdfast",
    ...record(Object.fromEntries(own.map(([name, schema]) => [name, described(name, schema)])), ["global"]),
  };
}

const certificatesSchema: Schema = {
  ...record({
    mode: { enum: modes },
    certManager: record({ issuer: record({ name: objectName, kind: { enum: ["Issuer", "ClusterIssuer"] } }) }),
    provided: record({ secret: objectName, caBundle: certificates }),
  }),
  if: { required: ["mode"], properties: { mode: { const: "provided" } } },
  // API servers trust nobody without it, and a Pod without the Secret does not start.
  then: { properties: { provided: { properties: { secret: { minLength: 1 }, caBundle: { minLength: 1 } } } } },
};

/** With the words of `values.yaml`, also within. */
function described(path: string, schema: Schema): Schema {
  const text = valueTexts[path];
  const properties = schema["properties"] as Readonly<Record<string, Schema>> | undefined;
  const within = properties && Object.entries(properties).map(([name, one]) => [name, described(`${path}.${name}`, one)]);
  return {
    ...(text !== undefined && { description: text }),
    ...schema,
    ...(within && { properties: Object.fromEntries(within) as object }),
  };
}

import { webhookArguments, controllerArguments } from "../arguments.ts";
import { names, paths, ports, rulesFile } from "../settings.ts";
import { type ManifestObject, describedBy, type Installation } from "./manifest-object.ts";
import { deployment, selectorOf } from "./pod.ts";
import { requiredWebhooks } from "../webhooks/required-webhooks.ts";
import type { Contents } from "./contents.ts";
import type { RulesBundle } from "../rules-bundle.ts";

/** Readable for the one container that mounts it; the API server's own default. */
const defaultMode = 0o644;

/** The webhook, what API servers find it by, and how many of it a drain may take at once. */
export function webhookObjects(contents: Contents): readonly ManifestObject[] {
  const { fallback, bundle } = contents;
  const tls = fallback.certificates.kind === "provided" ? fallback.certificates.secret : names.servingSecret;
  const workload = deployment(contents, {
    process: "webhook",
    replicas: fallback.replicas,
    arguments: webhookArguments(fallback, bundle?.sha256),
    environment: [],
    ports: [{ name: "https", containerPort: ports.https, protocol: "TCP" }],
    volumes: [
      // Not optional: a Pod starts once there is a certificate to serve with.
      { name: "tls", path: paths.tls, source: { secret: { secretName: tls, defaultMode } } },
      ...(fallback.clients === undefined
        ? []
        : [{ name: "clients", path: paths.clients, source: { configMap: { name: fallback.clients.configMap, defaultMode } } }]),
      ...(bundle === undefined
        ? []
        : [{ name: "rules", path: paths.rules, source: { configMap: { name: rulesName(bundle), defaultMode } } }]),
    ],
  });
  return [workload, service(contents), disruptionBudget(contents)];
}

function service(contents: Contents): ManifestObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: describedBy(contents, { name: names.webhook, wave: "workload", labels: selectorOf("webhook") }),
    spec: {
      type: "ClusterIP",
      selector: selectorOf("webhook"),
      ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: "https" }],
      internalTrafficPolicy: "Cluster",
      sessionAffinity: "None",
    },
  };
}

/** One at a time. What is not ready protects nothing, and does not keep a node from being drained. */
function disruptionBudget(contents: Contents): ManifestObject {
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: describedBy(contents, { name: names.webhook, wave: "workload", labels: selectorOf("webhook") }),
    spec: {
      maxUnavailable: 1,
      selector: { matchLabels: selectorOf("webhook") },
      unhealthyPodEvictionPolicy: "AlwaysAllow",
    },
  };
}

/** One leads, the other takes over. */
const replicas = 2;

export function controllerObjects(contents: Contents): readonly ManifestObject[] {
  const podName = { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } };
  return [
    deployment(contents, {
      process: "controller",
      replicas,
      arguments: controllerArguments(contents.fallback, requiredWebhooks(contents.fallback, contents)),
      // Its identity in the Lease.
      environment: [{ name: "POD_NAME", valueFrom: podName }],
      ports: [],
      volumes: [],
    }),
  ];
}

/** Enough that no two sets of rules have one name; the whole hash stands among the webhook's arguments. */
const hashLength = 10;

const rulesName = ({ sha256 }: RulesBundle): string => `${names.rules}-${sha256.slice(0, hashLength)}`;

/** Other rules are another object: Pods that run the old ones can start again until the new ones have taken over. */
export function rulesObject(installation: Installation, bundle: RulesBundle): ManifestObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: describedBy(installation, { name: rulesName(bundle), wave: "rules", pruned: "last" }),
    immutable: true,
    data: { [rulesFile]: bundle.text },
  };
}

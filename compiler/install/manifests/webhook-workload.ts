import { webhookArguments } from "../arguments.ts";
import { names, paths, ports } from "../settings.ts";
import type { Contents } from "./contents.ts";
import { type ManifestObject, describedBy } from "./manifest-object.ts";
import { deployment, selectorOf } from "./pod.ts";
import { rulesName } from "./rules.ts";

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

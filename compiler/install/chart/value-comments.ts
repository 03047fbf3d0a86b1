import type { PathComment } from "../../manifest/yaml.ts";
import type { Values } from "./values.ts";
import type { WorkloadValues } from "./workload-values.ts";

/** What each value is for: the comments of `values.yaml`, and the descriptions of its schema. */
export const valueTexts: Readonly<Record<string, string>> = {
  image: "What both processes run. The default is the image of the declaration.",
  "image.tag": "Ignored by container runtimes where there is a digest.",
  "image.digest": "sha256:... of what you pushed. Without one, whoever can push the tag can change what decides about deletes.",
  imagePullSecrets: "Secrets of the Namespace that hold credentials of the registry: [{ name: registry }].",
  webhook: "The Deployment that API servers ask.",
  controller: "The Deployment that keeps marks, states and certificates; one of its replicas leads.",
  "webhook.replicaCount":
    "Every replica answers for itself. With one, nothing that carries a mark can be deleted while it restarts.",
  "certificates.mode":
    "Who makes the certificate of the webhook: the controller (self-managed), cert-manager (cert-manager), or you " +
    "(provided). No mode writes a private key into a manifest.",
  "certificates.certManager.issuer":
    "With cert-manager: an Issuer of the Namespace, or a ClusterIssuer. Without a name the chart makes an authority of its own.",
  "certificates.provided.secret": "With provided: a Secret of type kubernetes.io/tls, in the Namespace of the chart.",
  "certificates.provided.caBundle":
    "With provided: the authorities that signed it, PEM in base64. Certificates alone: never a key.",
  podDisruptionBudget: "How many replicas of the webhook a drain may take at once.",
  networkPolicy: "Denies all traffic of both processes but what they need. Which networks and ports, the declaration says.",
  podMonitor:
    "For the Prometheus operator. It also needs metricsFrom in the declaration, or the NetworkPolicy keeps Prometheus out.",
  "namespace.create":
    "The Namespace with its labels (Pod Security: restricted). Off: you have made it, and Helm leaves it alone.",
  logLevel: "debug, info, warn or error; info where it is empty.",
};

const ofWorkload: Readonly<Partial<Record<keyof WorkloadValues, string>>> = {
  resources: "NODE_OPTIONS sets the heap to 384 MiB, three quarters of the default limit: a lower limit ends the process early.",
  topologySpreadConstraints: "On different nodes. Where you change labels or selectors here, replicas may share one node.",
  priorityClassName: "The Namespace has a quota that lets Pods of system-cluster-critical run.",
  podLabels: "Not those by which Pods are selected.",
};

export function valueComments(values: Values): readonly PathComment[] {
  const own = Object.entries(valueTexts).map(([path, text]) => ({ path: path.split("."), lines: [text] }));
  const processes = (["webhook", "controller"] as const).filter((name) => values[name] !== undefined);
  const shared = processes
    .slice(0, 1)
    .flatMap((name) => Object.entries(ofWorkload).map(([key, text]) => ({ path: [name, key], lines: [text] })));
  return [...own, ...shared].filter(({ path }) => isIn(values, path));
}

function isIn(values: object, path: readonly string[]): boolean {
  return (
    path.reduce<unknown>((inside, key) => (inside as Readonly<Record<string, unknown>> | undefined)?.[key], values) !== undefined
  );
}

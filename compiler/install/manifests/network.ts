import type { FallbackIr } from "../../ir/fallback.ts";
import { ports } from "../settings.ts";
import type { Contents } from "./contents.ts";
import { type ManifestObject, describedBy } from "./manifest-object.ts";
import { type Process, selectorOf } from "./pod.ts";

/** Nothing in the namespace talks to anybody, but for what each process needs. */
export function networkObjects(contents: Contents): readonly ManifestObject[] {
  const denyAll = policy(contents, "holdfast-default-deny", { podSelector: {}, policyTypes: ["Ingress", "Egress"] });
  return [denyAll, ...contents.processes.map((process) => ofProcess(contents, process))];
}

function ofProcess(contents: Contents, process: Process): ManifestObject {
  const { fallback } = contents;
  const isAsking = contents.processes.length === 2 && (fallback.usages ?? fallback.criticalServices) !== undefined;
  const fromController =
    isAsking && fallback.apiServers.length > 0 ? [{ from: podsOf("controller"), ports: [tcp(ports.https)] }] : [];
  const toWebhook = isAsking && process === "controller" ? [{ to: podsOf("webhook"), ports: [tcp(ports.https)] }] : [];
  const ingress = [...(process === "webhook" ? [fromApiServers(fallback), ...fromController] : []), ...forMetrics(fallback)];
  return policy(contents, `holdfast-${process}`, {
    podSelector: { matchLabels: selectorOf(process) },
    ...(ingress.length > 0 && { ingress }),
    egress: [...egressOf(fallback), ...toWebhook],
    policyTypes: ["Ingress", "Egress"],
  });
}

/** The controller asks each replica of the webhook what it decides. */
function podsOf(process: Process): readonly object[] {
  return [{ podSelector: { matchLabels: selectorOf(process) } }];
}

/** API servers are no Pods that a policy could name; without their networks anybody may connect. */
function fromApiServers({ apiServers }: FallbackIr): object {
  const from = apiServers.map((cidr) => ({ ipBlock: { cidr } }));
  return { ...(from.length > 0 && { from }), ports: [tcp(ports.https)] };
}

function forMetrics({ metricsFrom }: FallbackIr): readonly object[] {
  if (Object.keys(metricsFrom).length === 0) return [];
  return [{ from: [{ namespaceSelector: { matchLabels: metricsFrom } }], ports: [tcp(ports.health)] }];
}

/** To the API server, whose addresses are not known here, and to ask for names. */
function egressOf({ apiServerPorts }: FallbackIr): readonly object[] {
  return [{ ports: apiServerPorts.map(tcp) }, { ports: [{ port: 53, protocol: "UDP" }, tcp(53)] }];
}

function tcp(port: number): object {
  return { port, protocol: "TCP" };
}

function policy(contents: Contents, name: string, spec: object): ManifestObject {
  const metadata = describedBy(contents, { name, wave: "foundation" });
  return { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", metadata, spec };
}

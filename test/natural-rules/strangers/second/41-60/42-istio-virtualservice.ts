import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Destination {
  destination: { host: string; subset?: string; port?: { number: number } };
  weight?: number;
}

interface VirtualService extends KubernetesObject {
  spec: {
    hosts: string[];
    gateways?: string[];
    http?: { name?: string; route?: Destination[] }[];
  };
}

// a canary is on when some http route splits the traffic between at least two destinations
function* splits(vs: VirtualService): Generator<string> {
  for (const [i, http] of (vs.spec.http ?? []).entries()) {
    const weighted = (http.route ?? []).filter((r) => (r.weight ?? 0) > 0);
    if (weighted.length < 2) continue;
    const parts = weighted
      .sort((a, b) => b.weight! - a.weight!)
      .map(({ destination: { host, subset }, weight }) => `${host.split(".")[0]}${subset ? "/" + subset : ""}=${weight}%`);
    yield `${http.name ?? `http[${i}]`}: ${parts.join(" ")}`;
  }
}

export default deletionPolicy<VirtualService>({
  name: "istio-canaries",
  match: [{ group: "networking.istio.io", resource: "virtualservices" }],
  rules: {
    canaryRunning: {
      denyWhen: ({ oldObject }) => [...splits(oldObject)].length > 0,
      message: ({ oldObject }) =>
        `VirtualService ${oldObject.metadata.name} for ${oldObject.spec.hosts.join(", ")} is in the middle of a canary (${[...splits(oldObject)].join("; ")})`,
    },
  },
});

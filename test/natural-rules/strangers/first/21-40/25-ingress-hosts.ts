import { deletionPolicy } from "holdfast";
import type { Ingress } from "holdfast/kinds";

const hostsOf = (ingress: Ingress): string[] => {
  const fromRules = (ingress.spec?.rules ?? []).map((r) => r.host ?? "*");
  const fromTls = (ingress.spec?.tls ?? []).flatMap((t) => t.hosts ?? []);
  return Array.from(new Set([...fromRules, ...fromTls])).sort();
};

const zone = (host: string): string => host.split(".").slice(-2).join(".");

export default deletionPolicy<Ingress>({
  name: "public-ingress",
  match: [{ group: "networking.k8s.io", resource: "ingresses" }],
  rules: {
    publicZone: {
      denyWhen: ({ oldObject, request }) =>
        hostsOf(oldObject).some((h) => ["acme.com", "acme.io"].includes(zone(h))) &&
        !(request.userInfo.groups ?? []).some((g) => g === "edge-team" || g === "sre"),
      message: ({ oldObject }) => `Ingress serves ${hostsOf(oldObject).join(", ")}; ask the edge team`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { Ingress } from "holdfast/kinds";

const PUBLIC_ZONES = ["shop.example.com", "api.example.com", "example.org"];

function isPublic(host: string): boolean {
  const h = host.toLowerCase().replace(/^\*\./, "").replace(/\.$/, "");
  return PUBLIC_ZONES.some((zone) => h === zone || h.endsWith(`.${zone}`));
}

function publicHosts(ing: Ingress): string[] {
  const fromRules = ing.spec?.rules?.map((r) => r.host) ?? [];
  const fromTls = ing.spec?.tls?.flatMap((t) => t.hosts ?? []) ?? [];
  const hosts = [...fromRules, ...fromTls].filter((h): h is string => typeof h === "string" && h.length > 0);
  return [...new Set(hosts)].filter(isPublic).sort((a, b) => a.localeCompare(b));
}

export default deletionPolicy<Ingress>({
  name: "public-ingresses",
  match: [{ group: "networking.k8s.io", resource: "ingresses" }],
  rules: {
    publicHost: {
      denyWhen: ({ oldObject }) => publicHosts(oldObject).length > 0,
      message: ({ oldObject }) => {
        const hosts = publicHosts(oldObject);
        const paths = (oldObject.spec?.rules ?? []).reduce((n, r) => n + (r.http?.paths?.length ?? 0), 0);
        return `Ingress ${oldObject.metadata.namespace}/${oldObject.metadata.name} serves ${hosts.length === 1 ? "the public host" : `${hosts.length} public hosts`} ${hosts.join(", ")} with ${paths} path${paths === 1 ? "" : "s"}`;
      },
    },
  },
});

import { type KubernetesObject, deletionPolicy } from "holdfast";

type Rule = { alert?: string; record?: string; expr: string | number; for?: string; labels?: Record<string, string> };

interface PrometheusRule extends KubernetesObject {
  spec: { groups?: { name: string; interval?: string; rules?: Rule[] }[] };
}

const PAGING = new Set(["critical", "page"]);

function pagingAlerts(pr: PrometheusRule): string[] {
  return (pr.spec.groups ?? [])
    .flatMap((g) => g.rules ?? [])
    .filter((r): r is Rule & { alert: string } => r.alert !== undefined && PAGING.has(r.labels?.severity ?? ""))
    .map((r) => (r.for ? `${r.alert} (for ${r.for})` : r.alert))
    .sort();
}

export default deletionPolicy<PrometheusRule>({
  name: "paging-alerts",
  match: [{ group: "monitoring.coreos.com", resource: "prometheusrules" }],
  rules: {
    paging: {
      denyWhen: ({ oldObject }) => pagingAlerts(oldObject).length > 0,
      message: ({ oldObject }) => `PrometheusRule ${oldObject.metadata.name} defines paging alerts: ${pagingAlerts(oldObject).join(", ")}`,
    },
  },
});

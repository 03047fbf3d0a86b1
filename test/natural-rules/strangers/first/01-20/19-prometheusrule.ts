import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Rule { alert?: string; record?: string; expr: string | number; labels?: Record<string, string> }
interface PrometheusRule extends KubernetesObject {
  spec?: { groups?: { name: string; rules?: Rule[] }[] };
}
type Alert = Rule & { alert: string };

const isAlert = (r: Rule): r is Alert => typeof r.alert === "string";

const paging = (o: PrometheusRule) =>
  (o.spec?.groups ?? [])
    .flatMap((g) => g.rules ?? [])
    .filter(isAlert)
    .filter((r) => ["critical", "page"].includes(r.labels?.severity ?? ""));

export default deletionPolicy<PrometheusRule>({
  name: "paging-alerts",
  match: [{ group: "monitoring.coreos.com", version: "v1", resource: "prometheusrules" }],
  rules: {
    paging: {
      denyWhen: ({ oldObject }) => paging(oldObject).length > 0,
      message: ({ oldObject }) => `${paging(oldObject).length} paging alerts would go: ${paging(oldObject).map((a) => a.alert).join(", ")}`,
    },
  },
});

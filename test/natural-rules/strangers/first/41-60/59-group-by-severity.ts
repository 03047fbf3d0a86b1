import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Silence { matchers: { name: string; value: string }[]; severity?: string }
interface AlertmanagerConfig extends KubernetesObject {
  spec?: { route?: { receiver?: string; routes?: { receiver: string; matchers?: string[] }[] }; receivers?: { name: string; pagerdutyConfigs?: unknown[]; slackConfigs?: unknown[] }[]; silences?: Silence[] };
}

// exotic: recursion-free group-by with a generic reducer
function groupBy<T>(items: T[], key: (item: T) => string): Record<string, T[]> {
  return items.reduce<Record<string, T[]>>((acc, item) => {
    const k = key(item);
    (acc[k] ??= []).push(item);
    return acc;
  }, {});
}

export default deletionPolicy<AlertmanagerConfig>({
  name: "alert-routes",
  match: [{ group: "monitoring.coreos.com", version: "v1alpha1", resource: "alertmanagerconfigs" }],
  rules: {
    pager: {
      denyWhen: ({ oldObject }) => {
        const pagers = (oldObject.spec?.receivers ?? []).filter((r) => !!r.pagerdutyConfigs?.length).map((r) => r.name);
        const used = [oldObject.spec?.route?.receiver, ...(oldObject.spec?.route?.routes ?? []).map((r) => r.receiver)];
        return used.some((r) => r !== undefined && pagers.includes(r));
      },
      message: ({ oldObject }) => {
        const groups = groupBy(oldObject.spec?.route?.routes ?? [], (r) => r.receiver);
        return "Routes: " + Object.entries(groups).map(([name, routes]) => `${name} (${routes.length})`).join(", ");
      },
    },
  },
});

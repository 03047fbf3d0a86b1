import { deletionPolicy } from "holdfast";
import type { ResourceQuota } from "holdfast/kinds";

const zero = /^0+(\.0+)?[a-zA-Z]*$/;

function inUse(quota: ResourceQuota) {
  const used = quota.status?.used ?? {};
  const hard = quota.status?.hard ?? {};
  return Object.keys(used)
    .filter((k) => !zero.test(used[k] ?? "0"))
    .map((k) => ({ resource: k, used: used[k], hard: hard[k] ?? "∞" }))
    .sort((a, b) => (a.resource < b.resource ? -1 : a.resource > b.resource ? 1 : 0));
}

export default deletionPolicy<ResourceQuota>({
  name: "quota-in-use",
  match: [{ group: "", resource: "resourcequotas" }],
  rules: {
    used: {
      denyWhen: ({ oldObject }) => inUse(oldObject).length !== 0,
      message: ({ oldObject }) =>
        `ResourceQuota ${oldObject.metadata.name} is in use: ` +
        inUse(oldObject)
          .map(({ resource, used, hard }) => `${resource} ${used}/${hard}`)
          .join(", "),
    },
  },
});

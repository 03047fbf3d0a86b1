import { deletionPolicy, quantity } from "holdfast";
import type { ResourceQuota } from "holdfast/kinds";

/** Quotas of a Ti and more stay. */
export default deletionPolicy<ResourceQuota>({
  name: "kind-quota",
  match: [{ group: "", resource: "resourcequotas" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    large: {
      denyWhen: ({ oldObject }) => quantity(oldObject.spec?.hard?.["requests.storage"])?.isGreaterThan(quantity("1Ti")),
      message: ({ oldObject }) => `${oldObject.metadata.name} allows 2Ti`,
    },
  },
});

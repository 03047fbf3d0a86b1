import { deletionPolicy } from "holdfast";
import type { PodDisruptionBudget } from "holdfast/kinds";

/** Budgets that leave little room stay. */
export default deletionPolicy<PodDisruptionBudget>({
  name: "kind-disruption-budget",
  match: [{ group: "policy", resource: "poddisruptionbudgets" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    strict: {
      denyWhen: ({ oldObject: { spec, status } }) => {
        const least = spec?.minAvailable;
        const isStrict = typeof least === "number" ? least > 1 : least === "100%";
        return isStrict && status?.disruptedPods?.["web-0"] === undefined;
      },
      message: ({ oldObject }) => `PodDisruptionBudget ${oldObject.metadata.name} is strict`,
    },
  },
});

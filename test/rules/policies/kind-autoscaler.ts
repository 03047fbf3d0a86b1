import { deletionPolicy } from "holdfast";
import type { HorizontalPodAutoscaler } from "holdfast/kinds";

/** What scales early stays; the version is that of the type. */
export default deletionPolicy<HorizontalPodAutoscaler>({
  name: "kind-autoscaler",
  match: [{ group: "autoscaling", resource: "horizontalpodautoscalers" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    early: {
      denyWhen: ({ oldObject }) =>
        oldObject.spec?.metrics?.some(({ resource }) => (resource?.target.averageUtilization ?? 100) < 80),
      message: ({ oldObject }) => `${oldObject.metadata.name} scales early`,
    },
  },
});

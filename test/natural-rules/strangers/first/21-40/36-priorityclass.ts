import { deletionPolicy } from "holdfast";
import type { PriorityClass } from "holdfast/kinds";

export default deletionPolicy<PriorityClass>({
  name: "priority-classes",
  match: [{ group: "scheduling.k8s.io", resource: "priorityclasses" }],
  rules: {
    high: {
      denyWhen: ({ oldObject }) => oldObject.globalDefault || oldObject.value >= 1_000_000,
      message: ({ oldObject }) => `${oldObject.metadata.name} has value ${oldObject.value}${oldObject.globalDefault ? " and is the default" : ""}`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { PriorityClass } from "holdfast/kinds";

/** Classes that go first stay. */
export default deletionPolicy<PriorityClass>({
  name: "kind-priority-class",
  match: [{ group: "scheduling.k8s.io", resource: "priorityclasses" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    high: {
      denyWhen: ({ oldObject }) => oldObject.value >= 100_000 && oldObject.preemptionPolicy !== "Never",
      message: ({ oldObject }) => `${oldObject.metadata.name} goes first`,
    },
  },
});

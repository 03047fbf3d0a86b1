import { deletionPolicy } from "holdfast";
import type { PriorityClass } from "holdfast/kinds";

const ONE_MILLION = 1_000_000;

export default deletionPolicy<PriorityClass>({
  name: "priority-classes",
  match: [{ group: "scheduling.k8s.io", resource: "priorityclasses" }],
  rules: {
    high: {
      denyWhen: ({ oldObject }) => oldObject.globalDefault === true || oldObject.value >= ONE_MILLION,
      message: ({ oldObject }) =>
        oldObject.globalDefault
          ? `${oldObject.metadata.name} is the global default priority class`
          : `${oldObject.metadata.name} has priority ${oldObject.value.toLocaleString("en-US")} which is above ${ONE_MILLION.toLocaleString("en-US")}`,
    },
  },
});

import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "critical-labels",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    critical: {
      denyWhen: ({ oldObject }) =>
        Object.entries(oldObject.metadata.labels ?? {}).some(
          ([key, value]) => key.endsWith("/criticality") && ["high", "critical"].includes(value.toLowerCase()),
        ),
      message: "one of its criticality labels says high or critical",
    },
  },
});

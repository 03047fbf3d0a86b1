import { deletionPolicy } from "holdfast";

const CONFIRMED = ["confirmation.gardener.cloud/deletion", "example.com/acknowledged"] as const;

const allTrue = (...values: (string | undefined)[]): boolean => values.every((value) => value === "true");

export default deletionPolicy({
  name: "confirmed-projects",
  match: [{ group: "core.gardener.cloud", version: "v1beta1", resource: "projects" }],
  rules: {
    confirm: {
      denyWhen: ({ oldObject }) => {
        const { annotations = {}, labels } = oldObject.metadata;
        return labels?.purpose === "production" && !allTrue(annotations[CONFIRMED[0]], annotations[CONFIRMED[1]]);
      },
      message: `annotate with ${CONFIRMED.map((key) => `${key}=true`).join(" and ")}`,
    },
  },
});

import { deletionPolicy, sorted } from "holdfast";

const isHold = (key: string): boolean => key.startsWith("hold.example.com/");

/** Any label `hold.example.com/<team>: "yes"` holds a StorageClass; the message names who does. */
export default deletionPolicy({
  name: "label-keys",
  match: [{ group: "storage.k8s.io", resource: "storageclasses" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    held: {
      denyWhen: ({ oldObject }) =>
        Object.entries(oldObject.metadata.labels ?? {}).some(([key, value]) => isHold(key) && value === "yes"),
      message: ({ oldObject: { metadata } }) => {
        const holds = Object.keys(metadata.labels ?? {}).filter((key) => isHold(key) && metadata.labels?.[key] === "yes");
        return `StorageClass ${metadata.name} is held by ${sorted(holds).join(" and ")}`;
      },
    },
  },
});

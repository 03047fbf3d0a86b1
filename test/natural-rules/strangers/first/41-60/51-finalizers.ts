import { deletionPolicy } from "holdfast";
import type { Service, Deployment } from "holdfast/kinds";

type Guarded = Service | Deployment;

export default deletionPolicy<Guarded>({
  name: "delete-protection",
  match: [
    { group: "", resource: "services" },
    { group: "apps", resource: "deployments" },
  ],
  rules: {
    annotated: {
      denyWhen: ({ oldObject }) => {
        const flag = (oldObject.metadata.annotations?.["acme.io/delete-protection"] ?? "off").toLowerCase();
        return flag === "on" || flag === "true" || flag === "1";
      },
      message: ({ oldObject }) => `${oldObject.kind ?? "Object"} ${oldObject.metadata.name} has delete protection`,
    },
    finalizers: {
      denyWhen: ({ oldObject }) => (oldObject.metadata.finalizers ?? []).filter((f) => !f.startsWith("kubernetes")).length >= 2,
      message: ({ oldObject }) => `Finalizers: ${[...(oldObject.metadata.finalizers ?? [])].sort((a, b) => a.localeCompare(b)).join(", ")}`,
    },
  },
});

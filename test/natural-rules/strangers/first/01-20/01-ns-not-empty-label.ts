import { deletionPolicy } from "holdfast";
import type { Namespace } from "holdfast/kinds";

export default deletionPolicy<Namespace>({
  name: "protected-namespaces",
  match: [{ group: "", resource: "namespaces" }],
  rules: {
    protected: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["acme.io/protected"] === "true",
      message: ({ oldObject }) => `Namespace ${oldObject.metadata.name} is protected; remove the label acme.io/protected first`,
    },
  },
});

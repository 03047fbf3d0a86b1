import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";

export default deletionPolicy<Deployment>({
  name: "running-deployments",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    scaledUp: {
      denyWhen: ({ oldObject, namespaceObject }) => {
        const env = namespaceObject?.metadata.labels?.env ?? "dev";
        if (env !== "prod") {
          return false;
        }
        const wanted = oldObject.spec?.replicas ?? 1;
        const ready = oldObject.status?.readyReplicas ?? 0;
        if (wanted === 0 && ready === 0) {
          return false;
        }
        return true;
      },
      message: ({ oldObject }) =>
        `Scale ${oldObject.metadata.namespace}/${oldObject.metadata.name} to 0 before deleting it (${oldObject.status?.readyReplicas ?? 0} of ${oldObject.spec?.replicas ?? 1} ready)`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";

export default deletionPolicy<Deployment>({
  name: "running-deployments",
  match: [{ group: "apps", resource: "deployments" }],
  rules: {
    running: {
      denyWhen: ({ oldObject }) => (oldObject.spec?.replicas ?? 1) > 0,
      message: ({ oldObject: { metadata, spec, status } }) =>
        `scale ${metadata.name} to 0 first: it has ${spec?.replicas ?? 1} replicas, ${status?.readyReplicas ?? 0} ready`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { StatefulSet } from "holdfast/kinds";

export default deletionPolicy<StatefulSet>({
  name: "statefulset-scaled-down-first",
  match: [{ group: "apps", resource: "statefulsets" }],
  rules: {
    stillRunning: {
      denyWhen: ({ oldObject }) => (oldObject.spec?.replicas ?? 1) > 0 || (oldObject.status?.readyReplicas ?? 0) > 0,
      message: ({ oldObject }) =>
        `StatefulSet ${oldObject.metadata.name} still has ${oldObject.status?.readyReplicas ?? 0}/${oldObject.spec?.replicas ?? 1} replicas ready. Run: kubectl -n ${oldObject.metadata.namespace} scale sts ${oldObject.metadata.name} --replicas=0`,
    },
  },
});

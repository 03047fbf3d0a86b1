import { deletionPolicy } from "holdfast";
import type { HorizontalPodAutoscaler } from "holdfast/kinds";

export default deletionPolicy<HorizontalPodAutoscaler>({
  name: "hpa-in-prod",
  match: [{ group: "autoscaling", resource: "horizontalpodautoscalers" }],
  rules: {
    scaledUp: {
      denyWhen: ({ oldObject, namespaceObject }) =>
        namespaceObject?.metadata.labels?.env === "prod" &&
        (oldObject.status?.currentReplicas ?? 0) > (oldObject.spec?.minReplicas ?? 1),
      message: ({ oldObject: o }) =>
        `HPA ${o.metadata.name} currently keeps ${o.spec?.scaleTargetRef.kind}/${o.spec?.scaleTargetRef.name} at ${o.status?.currentReplicas} replicas (min ${o.spec?.minReplicas ?? 1}, max ${o.spec?.maxReplicas})`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { HorizontalPodAutoscaler } from "holdfast/kinds";

export default deletionPolicy<HorizontalPodAutoscaler>({
  name: "busy-hpa",
  match: [{ group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" }],
  rules: {
    busy: {
      denyWhen: ({ oldObject }) => {
        const min = oldObject.spec?.minReplicas ?? 1;
        const max = oldObject.spec?.maxReplicas ?? min;
        const current = oldObject.status?.currentReplicas ?? 0;
        const range = Math.max(max - min, 1);
        const load = (current - min) / range;
        return load > 0.5;
      },
      message: ({ oldObject }) =>
        `HPA keeps ${oldObject.spec?.scaleTargetRef.kind}/${oldObject.spec?.scaleTargetRef.name} at ${oldObject.status?.currentReplicas ?? 0} replicas (of max ${oldObject.spec?.maxReplicas})`,
    },
  },
});

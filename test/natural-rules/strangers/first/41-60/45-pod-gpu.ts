import { deletionPolicy } from "holdfast";
import type { Pod } from "holdfast/kinds";

const gpus = (pod: Pod): number => {
  let n = 0;
  for (const c of pod.spec?.containers ?? []) {
    const limit = c.resources?.limits?.["nvidia.com/gpu"];
    if (limit !== undefined) {
      n += Number(limit);
    }
  }
  return n;
};

export default deletionPolicy<Pod>({
  name: "gpu-pods",
  match: [{ group: "", resource: "pods" }],
  rules: {
    training: {
      denyWhen: ({ oldObject, request }) => {
        const { labels = {}, annotations = {} } = oldObject.metadata;
        const owner = annotations["ml.acme.io/owner"];
        return gpus(oldObject) >= 4 && labels["workload"] === "training" && oldObject.status?.phase === "Running" && owner !== request.userInfo.username;
      },
      message: ({ oldObject }) => `${gpus(oldObject)} GPUs are training for ${oldObject.metadata.annotations?.["ml.acme.io/owner"] ?? "an unknown owner"}`,
    },
  },
});

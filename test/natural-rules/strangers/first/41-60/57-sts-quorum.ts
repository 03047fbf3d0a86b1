import { deletionPolicy } from "holdfast";
import type { Pod } from "holdfast/kinds";

const QUORUM_APPS = new Map<string, number>([
  ["etcd", 3],
  ["consul", 5],
  ["vault", 3],
  ["zookeeper", 3],
]);

export default deletionPolicy<Pod>({
  name: "quorum-pods",
  match: [{ group: "", resource: "pods" }],
  rules: {
    ordinalZero: {
      denyWhen: ({ oldObject, request }) => {
        const app = oldObject.metadata.labels?.["app.kubernetes.io/name"];
        if (app === undefined || !QUORUM_APPS.has(app)) return false;
        const owner = oldObject.metadata.ownerReferences?.find((r) => r.controller && r.kind === "StatefulSet");
        if (!owner) return false;
        const ordinal = Number(oldObject.metadata.name?.substring(owner.name.length + 1));
        const human = !request.userInfo.username?.startsWith("system:");
        return human && Number.isInteger(ordinal) && ordinal < (QUORUM_APPS.get(app) ?? 0);
      },
      message: ({ oldObject }) => {
        const restarts = (oldObject.status?.containerStatuses ?? []).map((s) => s.restartCount).reduce((a, b) => Math.max(a, b), 0);
        return `Pod ${oldObject.metadata.name} is part of a quorum (restarts so far: ${restarts})`;
      },
    },
  },
});

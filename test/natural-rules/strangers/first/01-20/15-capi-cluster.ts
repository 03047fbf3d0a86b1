import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Cluster extends KubernetesObject {
  spec?: { paused?: boolean; topology?: { class?: string; version?: string; workers?: { machineDeployments?: { name: string; replicas?: number }[] } } };
  status?: { phase?: string };
}

const workers = (c: Cluster): number =>
  (c.spec?.topology?.workers?.machineDeployments ?? []).reduce((sum, md) => sum + (md.replicas ?? 1), 0);

export default deletionPolicy<Cluster>({
  name: "workload-clusters",
  match: [{ group: "cluster.x-k8s.io", version: "v1beta1", resource: "clusters" }],
  rules: {
    hasWorkers: {
      denyWhen: ({ oldObject }) => workers(oldObject) > 0,
      message: ({ oldObject }) => `Cluster ${oldObject.metadata.name} still has ${workers(oldObject)} worker${workers(oldObject) === 1 ? "" : "s"}`,
    },
    production: {
      denyWhen: ({ oldObject, request }) =>
        oldObject.metadata.labels?.["environment"] === "production" && request.userInfo.username !== "system:serviceaccount:capi-system:cluster-janitor",
      message: ({ request }) => `${request.userInfo.username} may not delete production clusters`,
    },
  },
});

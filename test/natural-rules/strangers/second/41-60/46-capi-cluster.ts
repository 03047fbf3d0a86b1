import { type KubernetesObject, deletionPolicy } from "holdfast";

interface CapiCluster extends KubernetesObject {
  spec: {
    paused?: boolean;
    controlPlaneEndpoint?: { host: string; port: number };
    topology?: { version: string; workers?: { machineDeployments?: { name: string; replicas?: number }[] } };
  };
  status?: { phase?: string };
}

const env = (c: CapiCluster) => c.metadata.labels?.["cluster.corp/env"] ?? "unknown";

export default deletionPolicy<CapiCluster>({
  name: "workload-clusters",
  match: [{ group: "cluster.x-k8s.io", resource: "clusters" }],
  rules: {
    nonDev: {
      denyWhen: ({ oldObject }) => !/^(dev|ci|sandbox)(-.+)?$/.test(env(oldObject)),
      message: ({ oldObject }) => {
        const pools = oldObject.spec.topology?.workers?.machineDeployments ?? [];
        const workers = pools.reduce((sum, { replicas = 1 }) => sum + replicas, 0);
        const ep = oldObject.spec.controlPlaneEndpoint;
        return `Cluster ${oldObject.metadata.name} is ${env(oldObject)} (${oldObject.spec.topology?.version ?? "no topology"}, ${workers} workers in ${pools.length} pools, API at ${ep ? `${ep.host}:${ep.port}` : "-"}), only dev, ci and sandbox may be deleted`;
      },
    },
    paused: {
      denyWhen: ({ oldObject }) => !!oldObject.spec.paused,
      message: ({ oldObject }) => `Cluster ${oldObject.metadata.name} is paused, so its deletion would hang in ${oldObject.status?.phase ?? "its phase"}`,
    },
  },
});

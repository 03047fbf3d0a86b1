import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Cluster extends KubernetesObject {
  spec?: {
    instances?: number;
    backup?: { barmanObjectStore?: { destinationPath: string }; retentionPolicy?: string };
    replica?: { enabled?: boolean };
  };
  status?: { phase?: string; lastSuccessfulBackup?: string; readyInstances?: number; currentPrimary?: string };
}

export default deletionPolicy<Cluster>({
  name: "cnpg-clusters",
  match: [{ group: "postgresql.cnpg.io", version: "v1", resource: "clusters" }],
  rules: {
    noBackup: {
      denyWhen: ({ oldObject }) => !oldObject.status?.lastSuccessfulBackup,
      message: ({ oldObject }) => `Postgres cluster ${oldObject.metadata.name} has never been backed up`,
    },
    hibernateFirst: {
      denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["cnpg.io/hibernation"] !== "on",
      message: ({ oldObject }) =>
        `Hibernate ${oldObject.metadata.name} first (${oldObject.status?.readyInstances ?? 0}/${oldObject.spec?.instances ?? 0} instances are up, primary ${oldObject.status?.currentPrimary ?? "-"})`,
    },
  },
});

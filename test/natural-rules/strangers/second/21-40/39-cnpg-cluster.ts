import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Cluster extends KubernetesObject {
  spec: {
    instances: number;
    imageName?: string;
    storage?: { size?: string };
    walStorage?: { size?: string };
    tablespaces?: { name: string; storage: { size?: string } }[];
    backup?: { barmanObjectStore?: { destinationPath: string }; retentionPolicy?: string };
  };
  status?: {
    readyInstances?: number;
    currentPrimary?: string;
    lastSuccessfulBackup?: string;
    firstRecoverabilityPoint?: string;
  };
}

const toMi = (q?: string): number => {
  if (!q) return 0;
  const n = parseFloat(q);
  if (q.endsWith("Ti")) return n * 1024 * 1024;
  if (q.endsWith("Gi")) return n * 1024;
  if (q.endsWith("Mi")) return n;
  if (q.endsWith("Ki")) return n / 1024;
  if (q.endsWith("G")) return (n * 1e9) / 1048576;
  if (q.endsWith("M")) return (n * 1e6) / 1048576;
  return n / 1048576;
};

const totalGi = ({ spec }: Cluster): number => {
  const perInstance = [spec.storage?.size, spec.walStorage?.size, ...(spec.tablespaces ?? []).map((t) => t.storage.size)]
    .map(toMi)
    .reduce((a, b) => a + b, 0);
  return Math.round((perInstance * spec.instances) / 1024);
};

export default deletionPolicy<Cluster>({
  name: "cnpg-clusters",
  match: [{ group: "postgresql.cnpg.io", resource: "clusters" }],
  rules: {
    noBackup: {
      denyWhen: ({ oldObject }) => oldObject.spec.backup?.barmanObjectStore == null || !oldObject.status?.lastSuccessfulBackup,
      message: ({ oldObject }) =>
        `Postgres cluster ${oldObject.metadata.name} has ${totalGi(oldObject)}Gi on ${oldObject.spec.instances} instances and ${oldObject.spec.backup ? "no successful backup" : "no backup configured"}`,
    },
    bigAndServing: {
      denyWhen: ({ oldObject }) => totalGi(oldObject) >= 500 && (oldObject.status?.readyInstances ?? 0) > 0,
      message: ({ oldObject }) => {
        const { readyInstances = 0, currentPrimary = "none", lastSuccessfulBackup } = oldObject.status ?? {};
        return `Postgres cluster ${oldObject.metadata.name} (${totalGi(oldObject)}Gi) is serving: ${readyInstances} ready, primary ${currentPrimary}, last backup ${lastSuccessfulBackup?.replace("T", " ").replace("Z", " UTC")}. Hibernate it first.`;
      },
    },
  },
});

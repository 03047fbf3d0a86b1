import { type KubernetesObject, deletionPolicy } from "holdfast";

interface LonghornVolume extends KubernetesObject {
  // size is bytes as text
  spec: { size: string; numberOfReplicas: number; nodeID?: string };
  status?: {
    state?: string;
    robustness?: string;
    lastBackup?: string;
    lastBackupAt?: string;
    actualSize?: number;
    kubernetesStatus?: { pvName?: string; pvcName?: string; namespace?: string; workloadsStatus?: { podName: string; workloadName: string }[] | null };
  };
}

function formatBytes(bytes: bigint): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let i = 0;
  while (bytes >= 1024n && i < units.length - 1) {
    bytes /= 1024n;
    i++;
  }
  return `${bytes} ${units[i]}`;
}

export default deletionPolicy<LonghornVolume>({
  name: "longhorn-volumes",
  match: [{ group: "longhorn.io", resource: "volumes" }],
  rules: {
    inUse: {
      denyWhen: ({ oldObject, request }) => {
        if (request.userInfo.username?.startsWith("system:serviceaccount:longhorn-system:") ?? false) return false;
        const status = oldObject.status;
        if (status?.state === "attached" || status?.state === "attaching") return true;
        return !!status?.kubernetesStatus?.pvcName && !status.lastBackup;
      },
      message: ({ oldObject }) => {
        const k = oldObject.status?.kubernetesStatus;
        const pods = (k?.workloadsStatus ?? []).map((w) => w.podName);
        const size = formatBytes(BigInt(oldObject.spec.size));
        return [
          `Volume ${oldObject.metadata.name} (${size}, ${oldObject.spec.numberOfReplicas} replicas) is ${oldObject.status?.state ?? "unknown"}`,
          k?.pvcName && `it is the claim ${k.namespace}/${k.pvcName}`,
          pods.length > 0 && `used by ${pods.join(", ")}`,
          oldObject.status?.lastBackupAt ? `last backup ${oldObject.status.lastBackupAt}` : "it was never backed up",
        ]
          .filter(Boolean)
          .join("; ");
      },
    },
  },
});

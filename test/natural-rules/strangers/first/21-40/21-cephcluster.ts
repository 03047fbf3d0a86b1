import { deletionPolicy, type KubernetesObject } from "holdfast";

interface CephCluster extends KubernetesObject {
  spec?: { cleanupPolicy?: { confirmation?: string; allowUninstallWithVolumes?: boolean }; storage?: { storageClassDeviceSets?: { name: string; count: number }[] } };
  status?: { ceph?: { health?: string; capacity?: { bytesUsed?: number; bytesTotal?: number } } };
}

const pct = (used = 0, total = 0): number => (total === 0 ? 0 : Math.round((used / total) * 100));

export default deletionPolicy<CephCluster>({
  name: "ceph-clusters",
  match: [{ group: "ceph.rook.io", version: "v1", resource: "cephclusters" }],
  rules: {
    unconfirmed: {
      denyWhen: ({ oldObject }) => oldObject.spec?.cleanupPolicy?.confirmation !== "yes-really-destroy-data",
      message: "spec.cleanupPolicy.confirmation must be yes-really-destroy-data",
    },
    hasData: {
      denyWhen: ({ oldObject }) => pct(oldObject.status?.ceph?.capacity?.bytesUsed, oldObject.status?.ceph?.capacity?.bytesTotal) >= 1,
      message: ({ oldObject }) => {
        const { bytesUsed, bytesTotal } = oldObject.status?.ceph?.capacity ?? {};
        return `Ceph cluster ${oldObject.metadata.name} is ${pct(bytesUsed, bytesTotal)}% full`;
      },
    },
  },
});

import { type KubernetesObject, deletionPolicy } from "holdfast";

interface CephCluster extends KubernetesObject {
  spec: { cleanupPolicy?: { confirmation?: string }; mon?: { count?: number } };
  status?: {
    phase?: string;
    ceph?: { health?: string; capacity?: { bytesUsed?: number; bytesTotal?: number } };
  };
}

export default deletionPolicy<CephCluster>({
  name: "rook-ceph",
  match: [{ group: "ceph.rook.io", resource: "cephclusters" }],
  rules: {
    notConfirmed: {
      denyWhen: ({ oldObject }) => {
        const used = oldObject.status?.ceph?.capacity?.bytesUsed ?? 0;
        const confirmed = oldObject.spec.cleanupPolicy?.confirmation === "yes-really-destroy-data";
        return used > 0 && !confirmed;
      },
      message: ({ oldObject }) => {
        const { bytesUsed = 0, bytesTotal = 0 } = oldObject.status?.ceph?.capacity ?? {};
        const percent = bytesTotal ? ((bytesUsed / bytesTotal) * 100).toFixed(1) : "0.0";
        return `CephCluster ${oldObject.metadata.name} (${oldObject.status?.ceph?.health ?? "HEALTH_UNKNOWN"}) stores ${Math.floor(bytesUsed / 1024 ** 3)} GiB (${percent}% full): set spec.cleanupPolicy.confirmation`;
      },
    },
  },
});

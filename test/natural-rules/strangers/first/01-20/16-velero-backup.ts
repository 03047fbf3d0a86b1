import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Backup extends KubernetesObject {
  spec?: { ttl?: string; storageLocation?: string; includedNamespaces?: string[] };
  status?: { phase?: string; expiration?: string; completionTimestamp?: string; errors?: number };
}

/** "720h0m0s" -> hours */
function hours(ttl: string): number {
  const match = ttl.match(/^(\d+)h/);
  return match ? parseInt(match[1] ?? "0", 10) : 0;
}

export default deletionPolicy<Backup>({
  name: "velero-backups",
  match: [{ group: "velero.io", version: "v1", resource: "backups" }],
  rules: {
    longTerm: {
      denyWhen: ({ oldObject, request }) => {
        if (request.userInfo.username === "system:serviceaccount:velero:velero") return false;
        return oldObject.status?.phase === "Completed" && hours(oldObject.spec?.ttl ?? "720h0m0s") >= 24 * 90;
      },
      message: ({ oldObject }) => `Backup ${oldObject.metadata.name} is kept for ${Math.floor(hours(oldObject.spec?.ttl ?? "") / 24)} days (until ${oldObject.status?.expiration ?? "unknown"})`,
    },
    inProgress: {
      denyWhen: ({ oldObject }) => ["New", "InProgress", "Finalizing", "WaitingForPluginOperations"].includes(oldObject.status?.phase ?? "New"),
      message: "Backup is still in progress",
    },
  },
});

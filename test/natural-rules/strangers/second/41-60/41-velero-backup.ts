import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Backup extends KubernetesObject {
  spec: { ttl?: string; includedNamespaces?: string[]; storageLocation?: string };
  status?: {
    phase?: "New" | "InProgress" | "Completed" | "PartiallyFailed" | "Failed" | "Deleting";
    startTimestamp?: string;
    expiration?: string;
    errors?: number;
    progress?: { itemsBackedUp?: number; totalItems?: number };
  };
}

const SECONDS: Record<string, number> = { h: 3600, m: 60, s: 1 };

function durationHours(text: string): number {
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)([hms])/g)) {
    seconds += Number(amount) * SECONDS[unit!]!;
  }
  return seconds / 3600;
}

const LEGAL_HOLD_HOURS = 90 * 24;

export default deletionPolicy<Backup>({
  name: "velero-backups",
  match: [{ group: "velero.io", resource: "backups" }],
  rules: {
    running: {
      denyWhen: ({ oldObject }) => oldObject.status?.phase === "InProgress",
      message: ({ oldObject }) =>
        `Backup ${oldObject.metadata.name} is in progress: ${oldObject.status?.progress?.itemsBackedUp ?? 0}/${oldObject.status?.progress?.totalItems ?? "?"} items`,
    },
    longTerm: {
      denyWhen: ({ oldObject, request }) => {
        if (request.userInfo.username === "system:serviceaccount:velero:velero") {
          return false;
        }
        const phase = oldObject.status?.phase;
        if (phase !== "Completed" && phase !== "PartiallyFailed") {
          return false;
        }
        return durationHours(oldObject.spec.ttl ?? "720h0m0s") >= LEGAL_HOLD_HOURS;
      },
      message: ({ oldObject }) => {
        const days = Math.floor(durationHours(oldObject.spec.ttl ?? "720h0m0s") / 24);
        const namespaces = oldObject.spec.includedNamespaces?.filter((n) => n !== "*") ?? [];
        return `Backup ${oldObject.metadata.name} of ${namespaces.length === 0 ? "all namespaces" : namespaces.join(", ")} has to be kept for ${days} days, until ${oldObject.status?.expiration?.substring(0, 10) ?? "its expiration"}`;
      },
    },
  },
});

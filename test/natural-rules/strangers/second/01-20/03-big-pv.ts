import { deletionPolicy } from "holdfast";
import type { PersistentVolume } from "holdfast/kinds";

const UNITS: Record<string, number> = {
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
};

const LIMIT = 100 * UNITS["Gi"]!;

function parseQuantity(q: string | undefined): number {
  if (!q) return 0;
  const m = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(q.trim());
  if (m === null) {
    return 0;
  }
  const factor = UNITS[m[2] ?? ""];
  return factor === undefined ? 0 : parseFloat(m[1]!) * factor;
}

function human(bytes: number): string {
  const gib = bytes / 2 ** 30;
  return gib >= 1024 ? `${(gib / 1024).toFixed(1)} TiB` : `${gib.toFixed(0)} GiB`;
}

export default deletionPolicy<PersistentVolume>({
  name: "big-persistent-volumes",
  match: [{ group: "", resource: "persistentvolumes" }],
  rules: {
    tooBigToLose: {
      denyWhen: ({ oldObject, request }) => {
        if (request.userInfo.groups?.includes("storage-admins")) return false;
        if (oldObject.spec?.persistentVolumeReclaimPolicy !== "Delete") return false;
        return parseQuantity(oldObject.spec.capacity?.["storage"]) > LIMIT;
      },
      message: ({ oldObject, request }) => {
        const size = human(parseQuantity(oldObject.spec?.capacity?.["storage"]));
        const claim = oldObject.spec?.claimRef;
        const owner = claim ? `${claim.namespace}/${claim.name}` : "nobody";
        return `${request.userInfo.username} may not delete PV ${oldObject.metadata.name}: it is ${size} (limit ${human(LIMIT)}), its reclaim policy is Delete and it is claimed by ${owner}`;
      },
    },
  },
});

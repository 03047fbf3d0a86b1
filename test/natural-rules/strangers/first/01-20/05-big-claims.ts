import { deletionPolicy } from "holdfast";
import type { PersistentVolumeClaim } from "holdfast/kinds";

const UNITS: Record<string, number> = {
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
};

function toBytes(quantity: string): number {
  const m = /^([0-9.]+)([A-Za-z]*)$/.exec(quantity);
  if (!m) return 0;
  const value = parseFloat(m[1] ?? "0");
  return value * (UNITS[m[2] ?? ""] ?? 1);
}

const LIMIT = toBytes("500Gi");

export default deletionPolicy<PersistentVolumeClaim>({
  name: "big-claims",
  match: [{ group: "", resource: "persistentvolumeclaims" }],
  rules: {
    big: {
      denyWhen: ({ oldObject, request }) => {
        const size = toBytes(String(oldObject.status?.capacity?.storage ?? oldObject.spec?.resources?.requests?.storage ?? "0"));
        return size >= LIMIT && !request.userInfo.groups?.includes("storage-admins");
      },
      message: ({ oldObject }) => `PVC ${oldObject.metadata.name} is ${oldObject.status?.capacity?.storage}, only storage-admins may delete it`,
    },
  },
});

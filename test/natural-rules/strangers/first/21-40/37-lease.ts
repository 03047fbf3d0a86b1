import { deletionPolicy } from "holdfast";
import type { Lease } from "holdfast/kinds";

export default deletionPolicy<Lease>({
  name: "held-leases",
  match: [{ group: "coordination.k8s.io", resource: "leases" }],
  rules: {
    held: {
      denyWhen: ({ oldObject, request }) => {
        const holder = oldObject.spec?.holderIdentity ?? "";
        if (holder === "") return false;
        const isNode = request.namespace === "kube-node-lease";
        const byController = request.userInfo.username === "system:kube-controller-manager";
        if (isNode && byController) return false;
        const acquired = Date.parse(oldObject.spec?.acquireTime ?? "");
        const renewed = Date.parse(oldObject.spec?.renewTime ?? "");
        if (Number.isNaN(acquired) || Number.isNaN(renewed)) return true;
        return renewed >= acquired;
      },
      message: ({ oldObject: { spec } }) => `Lease is held by ${spec?.holderIdentity?.split("_")[0] ?? "?"} since ${spec?.acquireTime}`,
    },
  },
});

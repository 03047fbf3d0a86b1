import { deletionPolicy } from "holdfast";
import type { Node } from "holdfast/kinds";

export default deletionPolicy<Node>({
  name: "node-drain",
  match: [{ group: "", resource: "nodes" }],
  rules: {
    cordoned: {
      denyWhen: ({ oldObject, request }) => {
        if (request.userInfo.groups?.includes("system:masters")) return false;
        if (request.userInfo.username?.startsWith("system:serviceaccount:kube-system:")) return false;
        const ready = oldObject.status?.conditions?.find((c) => c.type === "Ready");
        if (ready?.status !== "True") return false;
        return !oldObject.spec?.unschedulable;
      },
      message: ({ oldObject }) => `Node ${oldObject.metadata.name} is Ready and schedulable: kubectl drain it first`,
    },
    controlPlane: {
      denyWhen: ({ oldObject }) => "node-role.kubernetes.io/control-plane" in (oldObject.metadata.labels ?? {}),
      message: ({ oldObject }) => {
        const roles = Object.keys(oldObject.metadata.labels ?? {})
          .filter((l) => l.startsWith("node-role.kubernetes.io/"))
          .map((l) => l.replace("node-role.kubernetes.io/", ""));
        return `Node has roles ${roles.sort().join(",")}`;
      },
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { Node } from "holdfast/kinds";

const CONTROL_PLANE_LABELS = ["node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master", "node-role.kubernetes.io/etcd"];

function roles(node: Node): string[] {
  return Object.keys(node.metadata.labels ?? {})
    .filter((k) => k.startsWith("node-role.kubernetes.io/"))
    .map((k) => k.split("/")[1]!)
    .sort();
}

export default deletionPolicy<Node>({
  name: "nodes",
  match: [{ group: "", resource: "nodes" }],
  rules: {
    controlPlane: {
      denyWhen: ({ oldObject }) => CONTROL_PLANE_LABELS.some((l) => l in (oldObject.metadata.labels ?? {})),
      message: ({ oldObject }) => `Node ${oldObject.metadata.name} has the roles [${roles(oldObject).join(", ")}], do not delete it by hand`,
    },
    notDrained: {
      denyWhen: ({ oldObject }) => {
        const ready = oldObject.status?.conditions?.find((c) => c.type === "Ready");
        const cordoned = oldObject.spec?.unschedulable === true;
        return ready?.status === "True" && !cordoned;
      },
      message: ({ oldObject }) => {
        const ip = oldObject.status?.addresses?.find((a) => a.type === "InternalIP")?.address ?? "?";
        return `Node ${oldObject.metadata.name} (${ip}, kubelet ${oldObject.status?.nodeInfo?.kubeletVersion}) is Ready and not cordoned. Drain it first.`;
      },
    },
  },
});

import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Gateway extends KubernetesObject {
  spec?: { gatewayClassName: string; listeners: Array<{ name: string; hostname?: string; port: number; protocol: string }> };
  status?: { listeners?: Array<{ name: string; attachedRoutes: number }> };
}

export default deletionPolicy<Gateway>({
  name: "gateways-with-routes",
  match: [{ group: "gateway.networking.k8s.io", version: "v1", resource: "gateways" }],
  rules: {
    attached: {
      denyWhen: ({ oldObject }) => {
        let total = 0;
        for (const l of oldObject.status?.listeners ?? []) {
          total += l.attachedRoutes;
        }
        return total > 0;
      },
      message: ({ oldObject }) => {
        const busy = oldObject.status?.listeners?.filter((l) => l.attachedRoutes > 0) ?? [];
        const total = busy.reduce((n, { attachedRoutes }) => n + attachedRoutes, 0);
        return `Gateway ${oldObject.metadata.name}: ${total} route(s) are attached to ${busy.map((l) => l.name).join(", ")}`;
      },
    },
  },
});

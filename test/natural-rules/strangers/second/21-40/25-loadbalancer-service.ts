import { deletionPolicy } from "holdfast";
import type { Service } from "holdfast/kinds";

export default deletionPolicy<Service>({
  name: "loadbalancer-services",
  match: [{ group: "", resource: "services" }],
  rules: {
    hasAddress: {
      denyWhen: ({ oldObject }) =>
        oldObject.spec?.type === "LoadBalancer" && (oldObject.status?.loadBalancer?.ingress?.length ?? 0) > 0,
      message: ({ oldObject }) =>
        `Service ${oldObject.metadata.name} owns the load balancer ${oldObject.status!.loadBalancer!.ingress!.map((i) => i.hostname || i.ip).join(", ")}; DNS still points to it. Change it to ClusterIP first.`,
    },
  },
});

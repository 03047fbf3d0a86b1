import { deletionPolicy } from "holdfast";
import type { Service } from "holdfast/kinds";

export default deletionPolicy<Service>({
  name: "load-balancers",
  match: [{ group: "", resource: "services" }],
  rules: {
    hasAddress: {
      denyWhen: ({ oldObject: { spec, status } }) =>
        spec?.type === "LoadBalancer" && (status?.loadBalancer?.ingress ?? []).length > 0,
      message: ({ oldObject: { status } }) => {
        const addresses = status?.loadBalancer?.ingress?.map((one) => one.ip ?? one.hostname).filter(Boolean) ?? [];
        return `the addresses ${addresses.join(", ")} would be lost`;
      },
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { Service } from "holdfast/kinds";

export default deletionPolicy<Service>({
  name: "load-balancers",
  match: [{ group: "", resource: "services" }],
  rules: {
    lb: {
      denyWhen: ({ oldObject: o }) => o.spec?.type === "LoadBalancer" && !!o.status?.loadBalancer?.ingress?.length && o.metadata.annotations?.["acme.io/release-ip"] !== "yes",
      message: ({ oldObject: o }) => `Would release ${o.status?.loadBalancer?.ingress?.map((i) => i.ip ?? i.hostname ?? "?").join(", ")}`,
    },
  },
});

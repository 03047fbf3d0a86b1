import { deletionPolicy } from "holdfast";
import type { NetworkPolicy } from "holdfast/kinds";

const isEmpty = (o: object | undefined | null): boolean => !o || Object.keys(o).length === 0;

export default deletionPolicy<NetworkPolicy>({
  name: "default-deny",
  match: [{ group: "networking.k8s.io", resource: "networkpolicies" }],
  rules: {
    defaultDeny: {
      denyWhen: ({ oldObject, namespaceObject }) => {
        const spec = oldObject.spec;
        if (!spec) return false;
        if (namespaceObject?.metadata.labels?.["pci"] !== "in-scope") return false;
        const wholeNamespace = isEmpty(spec.podSelector?.matchLabels) && isEmpty(spec.podSelector?.matchExpressions);
        const allowsNothing = (spec.ingress ?? []).length === 0 && (spec.egress ?? []).length === 0;
        return wholeNamespace && allowsNothing;
      },
      message: ({ oldObject, namespaceObject }) => `${oldObject.metadata.name} is the default deny of PCI namespace ${namespaceObject?.metadata.name}`,
    },
  },
});

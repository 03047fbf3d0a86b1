import { deletionPolicy } from "holdfast";
import type { NetworkPolicy } from "holdfast/kinds";

export default deletionPolicy<NetworkPolicy>({
  name: "default-deny",
  match: [{ group: "networking.k8s.io", resource: "networkpolicies" }],
  rules: {
    defaultDeny: {
      denyWhen: ({ oldObject }) => {
        const spec = oldObject.spec;
        if (!spec) return false;
        const selectsAll =
          Object.keys(spec.podSelector?.matchLabels ?? {}).length === 0 &&
          (spec.podSelector?.matchExpressions ?? []).length === 0;
        if (!selectsAll) return false;
        const types = spec.policyTypes ?? ["Ingress"];
        const deniesIngress = types.includes("Ingress") && !spec.ingress?.length;
        const deniesEgress = types.includes("Egress") && !spec.egress?.length;
        return deniesIngress || deniesEgress;
      },
      message: ({ oldObject, namespaceObject }) =>
        `NetworkPolicy ${oldObject.metadata.name} is the default deny (${(oldObject.spec?.policyTypes ?? ["Ingress"]).join(" and ").toLowerCase()}) of namespace ${oldObject.metadata.namespace}, owned by team ${namespaceObject?.metadata.labels?.team ?? "unknown"}`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { NetworkPolicy } from "holdfast/kinds";

/** What lets Pods ask for names stays. */
export default deletionPolicy<NetworkPolicy>({
  name: "kind-network-policy",
  match: [{ group: "networking.k8s.io", resource: "networkpolicies" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    dns: {
      denyWhen: ({ oldObject }) =>
        oldObject.spec?.egress?.some(({ ports }) => ports?.some(({ port, protocol }) => port === 53 && protocol === "UDP")),
      message: ({ oldObject }) => `${oldObject.metadata.name} lets names be asked`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { Namespace } from "holdfast/kinds";

const SYSTEM = new Set(["default", "kube-system", "kube-public", "kube-node-lease", "istio-system", "cert-manager"]);
const PREFIXES = ["kube-", "openshift-", "platform-"];

export default deletionPolicy<Namespace>({
  name: "system-namespaces",
  match: [{ group: "", resource: "namespaces" }],
  rules: {
    system: {
      denyWhen: ({ oldObject: { metadata: { name } } }) =>
        SYSTEM.has(name ?? "") || PREFIXES.some((p) => name?.startsWith(p)),
      message: "System namespaces cannot be deleted",
    },
  },
});

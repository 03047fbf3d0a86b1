import { deletionPolicy } from "holdfast";

const PROTECTED = ["default", "kube-system", "kube-public", "kube-node-lease"];
const PREFIXES = ["openshift-", "cattle-", "prod-"];

function isProtected(name: string): boolean {
  if (PROTECTED.includes(name)) return true;
  return PREFIXES.some((prefix) => name.startsWith(prefix));
}

export default deletionPolicy({
  name: "protected-namespaces",
  match: [{ group: "", resource: "namespaces" }],
  rules: {
    protected: {
      denyWhen: ({ oldObject }) => isProtected(oldObject.metadata.name),
      message: ({ oldObject }) => `Namespace ${oldObject.metadata.name} is protected`,
    },
  },
});

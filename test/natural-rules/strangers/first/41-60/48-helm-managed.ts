import { deletionPolicy, type KubernetesObject } from "holdfast";

const MANAGERS = {
  Helm: "helm uninstall",
  kustomize: "git revert",
  argocd: "argocd app delete",
} as const;
type Manager = keyof typeof MANAGERS;

function isManager(value: string | undefined): value is Manager {
  return value !== undefined && Object.keys(MANAGERS).includes(value);
}

export default deletionPolicy<KubernetesObject>({
  name: "managed-objects",
  match: [
    { group: "apps", resource: "deployments" },
    { group: "apps", resource: "statefulsets" },
    { group: "", resource: "services" },
  ],
  rules: {
    managed: {
      denyWhen: ({ oldObject, request }) =>
        isManager(oldObject.metadata.labels?.["app.kubernetes.io/managed-by"]) && !request.userInfo.username?.startsWith("system:serviceaccount:"),
      message: ({ oldObject }) => {
        const by = oldObject.metadata.labels?.["app.kubernetes.io/managed-by"];
        return isManager(by) ? `Managed by ${by}: use "${MANAGERS[by]}" instead` : "Managed object";
      },
    },
  },
});

import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Flux extends KubernetesObject {
  spec?: { suspend?: boolean; prune?: boolean };
}

export default deletionPolicy<Flux>({
  name: "flux-not-suspended",
  match: [
    { group: "kustomize.toolkit.fluxcd.io", resource: "kustomizations" },
    { group: "helm.toolkit.fluxcd.io", resource: "helmreleases" },
  ],
  rules: {
    notSuspended: {
      denyWhen: ({ oldObject, request }) => {
        const prunes = request.resource.resource === "helmreleases" || Boolean(oldObject.spec?.prune);
        return prunes && !oldObject.spec?.suspend;
      },
      message: ({ oldObject, request }) => {
        const command = request.resource.resource === "helmreleases" ? "hr" : "ks";
        return `suspend it first: flux suspend ${command} ${oldObject.metadata.name} -n ${oldObject.metadata.namespace}`;
      },
    },
  },
});

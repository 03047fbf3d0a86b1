import { deletionPolicy } from "holdfast";

export default deletionPolicy({
  name: "owned-by-operator",
  match: [
    { group: "", resource: "configmaps" },
    { group: "", resource: "secrets" },
  ],
  rules: {
    managed: {
      denyWhen: ({ oldObject, request }) => {
        const owned = oldObject.metadata.ownerReferences?.some(
          (owner) => owner.kind === "Cluster" && owner.apiVersion.startsWith("postgresql.cnpg.io/") && owner.controller,
        );
        return Boolean(owned) && !request.userInfo.username?.startsWith("system:serviceaccount:cnpg-system:");
      },
      message: ({ oldObject }) => {
        const owner = oldObject.metadata.ownerReferences?.find((one) => one.controller);
        return `${oldObject.kind} ${oldObject.metadata.name} is managed by ${owner?.kind}/${owner?.name}`;
      },
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { ClusterRoleBinding } from "holdfast/kinds";

export default deletionPolicy<ClusterRoleBinding>({
  name: "lockout",
  match: [{ group: "rbac.authorization.k8s.io", resource: "clusterrolebindings" }],
  rules: {
    self: {
      denyWhen: ({ oldObject, request: { userInfo } }) =>
        (oldObject.subjects ?? []).some((s) => {
          switch (s.kind) {
            case "User":
              return s.name === userInfo.username;
            case "Group":
              return userInfo.groups?.includes(s.name) ?? false;
            case "ServiceAccount":
              return `system:serviceaccount:${s.namespace}:${s.name}` === userInfo.username;
            default:
              return false;
          }
        }),
      message: ({ oldObject, request }) => `${request.userInfo.username}, you would lock yourself out of ${oldObject.roleRef.name}`,
    },
  },
});

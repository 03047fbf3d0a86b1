import { deletionPolicy } from "holdfast";
import type { RoleBinding } from "holdfast/kinds";

type Kind = "User" | "Group" | "ServiceAccount";

export default deletionPolicy<RoleBinding>({
  name: "role-bindings",
  match: [{ group: "rbac.authorization.k8s.io", resource: "rolebindings" }],
  rules: {
    humans: {
      denyWhen: ({ oldObject, request }) => {
        const counts: Record<Kind, number> = { User: 0, Group: 0, ServiceAccount: 0 };
        for (const subject of oldObject.subjects ?? []) {
          counts[subject.kind as Kind] += 1;
        }
        const admin = oldObject.roleRef.kind === "ClusterRole" && oldObject.roleRef.name === "admin";
        return admin && counts.Group + counts.User > 0 && !request.userInfo.groups?.includes("iam");
      },
      message: ({ oldObject }) => {
        const people = (oldObject.subjects ?? []).filter((s) => s.kind !== "ServiceAccount").map((s) => `${s.kind.toLowerCase()} ${s.name}`);
        return `These would lose admin of ${oldObject.metadata.namespace}: ${people.join(", ")}`;
      },
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { CustomResourceDefinition } from "holdfast/kinds";

const groups: ReadonlyMap<string, string> = new Map([
  ["cert-manager.io", "team-security"],
  ["argoproj.io", "team-delivery"],
  ["kafka.strimzi.io", "team-streaming"],
  ["postgresql.cnpg.io", "team-data"],
]);

export default deletionPolicy<CustomResourceDefinition>({
  name: "crds",
  match: [{ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" }],
  rules: {
    owned: {
      denyWhen: ({ oldObject, request }) => {
        const owner = groups.get(oldObject.spec?.group ?? "");
        return owner !== undefined && !request.userInfo.groups?.includes(owner);
      },
      message: ({ oldObject }) =>
        `CRD ${oldObject.metadata.name} belongs to ${groups.get(oldObject.spec?.group ?? "") ?? "nobody"}; every ${oldObject.spec?.names.kind} would be deleted`,
    },
    storedVersions: {
      denyWhen: ({ oldObject }) => (oldObject.status?.storedVersions?.length ?? 0) > 1,
      message: ({ oldObject }) => `Stored versions: ${oldObject.status?.storedVersions?.join(", ")}; migrate first`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { CustomResourceDefinition } from "holdfast/kinds";

const CRITICAL_GROUPS = ["argoproj.io", "cert-manager.io", "crossplane.io", "external-secrets.io", "karpenter.sh"];

const inGroup = (group: string) => CRITICAL_GROUPS.some((g) => group === g || group.endsWith("." + g));

export default deletionPolicy<CustomResourceDefinition>({
  name: "critical-crds",
  match: [{ group: "apiextensions.k8s.io", resource: "customresourcedefinitions" }],
  rules: {
    critical: {
      denyWhen: ({ oldObject }) =>
        inGroup(oldObject.spec?.group ?? "") &&
        oldObject.metadata.annotations?.["platform.corp/allow-crd-delete"]?.toLowerCase() !== "true",
      message: ({ oldObject }) => {
        const { group, names, versions = [] } = oldObject.spec!;
        const served = versions.filter((v) => v.served).map((v) => v.name);
        const stored = oldObject.status?.storedVersions?.join(", ") || "none";
        return `Deleting the CRD ${names.plural}.${group} deletes every ${names.kind} in the cluster (served: ${served.join(", ")}; stored: ${stored}). Annotate platform.corp/allow-crd-delete=true if you really want this.`;
      },
    },
  },
});

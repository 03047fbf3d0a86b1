import { type KubernetesObject, deletionPolicy } from "holdfast";

interface RdsInstance extends KubernetesObject {
  spec: {
    deletionPolicy?: "Delete" | "Orphan";
    managementPolicies?: string[];
    forProvider: {
      region: string;
      engine?: string;
      engineVersion?: string;
      allocatedStorage?: number;
      deletionProtection?: boolean;
      skipFinalSnapshot?: boolean;
    };
  };
  status?: { atProvider?: { arn?: string; endpoint?: string } };
}

const deletesExternal = (spec: RdsInstance["spec"]) => {
  const policies = spec.managementPolicies ?? ["*"];
  return (spec.deletionPolicy ?? "Delete") === "Delete" && (policies.includes("*") || policies.includes("Delete"));
};

export default deletionPolicy<RdsInstance>({
  name: "crossplane-rds",
  match: [{ group: "rds.aws.upbound.io", resource: "instances" }],
  rules: {
    noFinalSnapshot: {
      denyWhen: ({ oldObject }) => {
        const { forProvider } = oldObject.spec;
        return deletesExternal(oldObject.spec) && !forProvider.deletionProtection && forProvider.skipFinalSnapshot === true;
      },
      message: ({ oldObject }) => {
        const { engine = "?", engineVersion = "?", allocatedStorage = 0, region } = oldObject.spec.forProvider;
        const external = oldObject.metadata.annotations?.["crossplane.io/external-name"] ?? oldObject.metadata.name;
        return `RDS instance ${external} in ${region} (${engine} ${engineVersion}, ${allocatedStorage} GB) would be destroyed without a final snapshot; set deletionPolicy: Orphan or skipFinalSnapshot: false`;
      },
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { ServiceAccount } from "holdfast/kinds";

const ARN = /^arn:aws:iam::(?<account>\d{12}):role\/(?<role>.+)$/;

export default deletionPolicy<ServiceAccount>({
  name: "irsa",
  match: [{ group: "", resource: "serviceaccounts" }],
  rules: {
    hasRole: {
      denyWhen: ({ oldObject }) => ARN.test(oldObject.metadata.annotations?.["eks.amazonaws.com/role-arn"] ?? ""),
      message: ({ oldObject }) => {
        const { account, role } = ARN.exec(oldObject.metadata.annotations!["eks.amazonaws.com/role-arn"]!)!.groups!;
        return `ServiceAccount ${oldObject.metadata.name} is trusted by the IAM role ${role} in the account ${account}; remove it from the trust policy first`;
      },
    },
  },
});

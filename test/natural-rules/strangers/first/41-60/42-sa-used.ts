import { deletionPolicy } from "holdfast";
import type { ServiceAccount } from "holdfast/kinds";

const CLOUD: Record<string, string> = {
  "eks.amazonaws.com/role-arn": "AWS",
  "iam.gke.io/gcp-service-account": "GCP",
  "azure.workload.identity/client-id": "Azure",
};

export default deletionPolicy<ServiceAccount>({
  name: "cloud-identities",
  match: [{ group: "", resource: "serviceaccounts" }],
  rules: {
    cloud: {
      denyWhen: ({ oldObject }) => Object.keys(oldObject.metadata.annotations ?? {}).some((a) => a in CLOUD),
      message: ({ oldObject }) =>
        Object.entries(oldObject.metadata.annotations ?? {})
          .filter(([a]) => a in CLOUD)
          .map(([a, v]) => `${CLOUD[a]} identity ${v.split("/").pop()}`)
          .join(" and ") + " is bound to this service account",
    },
    defaultAccount: {
      denyWhen: ({ request }) => request.name === "default",
      message: ({ request }) => `The default service account of ${request.namespace} must stay`,
    },
  },
});

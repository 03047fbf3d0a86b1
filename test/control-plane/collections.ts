/** Where an API server keeps what tests ask it about most. */
export const admission = "/apis/admissionregistration.k8s.io/v1";
export const policies = `${admission}/validatingadmissionpolicies`;
export const bindings = `${admission}/validatingadmissionpolicybindings`;
export const webhookConfigurations = `${admission}/validatingwebhookconfigurations`;
export const rbac = "/apis/rbac.authorization.k8s.io/v1";
export const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
export const namespaces = "/api/v1/namespaces";

/** Of what `holdfast compile` writes; `kubectl` knows the rest. */
const collections: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy: policies,
  ValidatingAdmissionPolicyBinding: bindings,
  ClusterRole: `${rbac}/clusterroles`,
};

export function collectionOf({ kind }: { readonly kind: string }): string {
  const collection = collections[kind];
  if (collection === undefined) throw new Error(`no test knows where ${kind} is kept`);
  return collection;
}

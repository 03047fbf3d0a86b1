import type { Permissions } from "../controller/policy-rule.ts";
import type { CertificateNames } from "./certificate-names.ts";
import type { CertificateMode } from "./certificates.ts";

const secrets = { apiGroups: [""], resources: ["secrets"] };

/**
 * What each mode needs, and no more. `delete` is for a Secret that somebody made immutable. Who I am everybody may ask
 * (`system:basic-user`); where that was taken away, this node's clock is believed.
 */
export function certificatePermissions(mode: CertificateMode, names: CertificateNames): Permissions {
  if (mode === "provided") return { role: [], clusterRole: [] };
  const { authoritySecret, servingSecret, webhookConfiguration } = names;
  if (mode === "cert-manager") {
    return { role: [{ ...secrets, resourceNames: [servingSecret], verbs: ["get"] }], clusterRole: [] };
  }
  return {
    role: [
      { ...secrets, verbs: ["create"] },
      { ...secrets, resourceNames: [authoritySecret, servingSecret], verbs: ["get", "update", "delete"] },
    ],
    clusterRole: [
      {
        apiGroups: ["admissionregistration.k8s.io"],
        resources: ["validatingwebhookconfigurations"],
        resourceNames: [webhookConfiguration],
        verbs: ["get", "patch"],
      },
    ],
  };
}

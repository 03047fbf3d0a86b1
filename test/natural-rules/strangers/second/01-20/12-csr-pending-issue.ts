import { deletionPolicy } from "holdfast";
import type { CertificateSigningRequest } from "holdfast/kinds";

export default deletionPolicy<CertificateSigningRequest>({
  name: "csr-audit-trail",
  match: [{ group: "certificates.k8s.io", resource: "certificatesigningrequests" }],
  rules: {
    approvedNotIssued: {
      denyWhen: ({ oldObject }) => {
        const approved = oldObject.status?.conditions?.some((c) => c.type === "Approved") ?? false;
        const issued = Boolean(oldObject.status?.certificate);
        return approved && !issued;
      },
      message: ({ oldObject }) => {
        const c = oldObject.status?.conditions?.find((c) => c.type === "Approved");
        return `CSR ${oldObject.metadata.name} from ${oldObject.spec?.username} for ${oldObject.spec?.signerName} was approved (${c?.reason ?? "no reason"}) but no certificate was issued yet`;
      },
    },
    clientAuth: {
      denyWhen: ({ oldObject, request }) =>
        (oldObject.spec?.usages ?? []).includes("client auth") &&
        !(request.userInfo.groups ?? []).includes("pki-auditors"),
      message: ({ oldObject, request }) =>
        `CSR ${oldObject.metadata.name} is a client certificate (usages: ${oldObject.spec?.usages?.join(" / ")}); ${request.userInfo.username} is not in pki-auditors`,
    },
  },
});

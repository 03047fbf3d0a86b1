import { deletionPolicy, type KubernetesObject } from "holdfast";

interface Certificate extends KubernetesObject {
  spec?: { secretName: string; dnsNames?: string[]; issuerRef: { name: string; kind?: string } };
  status?: { notAfter?: string; notBefore?: string; revision?: number };
}

export default deletionPolicy<Certificate>({
  name: "public-certificates",
  match: [{ group: "cert-manager.io", version: "v1", resource: "certificates" }],
  rules: {
    wildcard: {
      denyWhen: ({ oldObject }) => oldObject.spec?.dnsNames?.some((d) => d.startsWith("*.")) ?? false,
      message: ({ oldObject }) => `Certificate covers wildcard ${oldObject.spec?.dnsNames?.find((d) => d.startsWith("*."))}`,
    },
    longLived: {
      denyWhen: ({ oldObject }) => {
        const { notAfter, notBefore } = oldObject.status ?? {};
        if (!notAfter || !notBefore) return false;
        const days = (Date.parse(notAfter) - Date.parse(notBefore)) / 86_400_000;
        return days > 365;
      },
      message: ({ oldObject }) => `${oldObject.spec?.secretName} holds a certificate valid for more than a year (until ${oldObject.status?.notAfter})`,
    },
  },
});

import { type KubernetesObject, deletionPolicy } from "holdfast";

interface Certificate extends KubernetesObject {
  spec: {
    secretName: string;
    commonName?: string;
    dnsNames?: string[];
    isCA?: boolean;
    duration?: string;
    issuerRef: { name: string; kind?: string };
  };
  status?: { notAfter?: string; revision?: number };
}

export default deletionPolicy<Certificate>({
  name: "ca-certificates",
  match: [{ group: "cert-manager.io", resource: "certificates" }],
  rules: {
    ca: {
      denyWhen: ({ oldObject }) => oldObject.spec.isCA ?? false,
      message: ({ oldObject: { metadata, spec, status } }) =>
        `Certificate ${metadata.name} is a CA (CN=${spec.commonName ?? "none"}), valid until ${status?.notAfter?.slice(0, 10) ?? "unknown"}, and its key is in the secret ${spec.secretName}`,
    },
    wildcard: {
      denyWhen: ({ oldObject }) => oldObject.spec.dnsNames?.some((n) => n.startsWith("*.")) === true,
      message: ({ oldObject }) => {
        const wild = oldObject.spec.dnsNames!.filter((n) => n.startsWith("*."));
        return `Certificate ${oldObject.metadata.name} of ${oldObject.spec.issuerRef.kind ?? "Issuer"}/${oldObject.spec.issuerRef.name} is used by many for ${wild.join(", ")}`;
      },
    },
  },
});

import { names } from "../settings.ts";
import { type Installation, type ManifestObject, describedBy } from "./manifest-object.ts";

/** Days of a certificate, and for how many of them cert-manager has to renew it. */
const life = "2160h0m0s";
const renewBefore = "720h0m0s";

/**
 * Where cert-manager issues what the webhook serves with; its CA injector writes the
 * `caBundle` (buildWebhookConfiguration).
 */
export function certificateObjects(installation: Installation): readonly ManifestObject[] {
  const { certificates, namespace } = installation.fallback;
  if (certificates.kind !== "cert-manager") return [];
  const host = `${names.webhook}.${namespace}.svc`;
  return [
    {
      apiVersion: "cert-manager.io/v1",
      kind: "Certificate",
      metadata: describedBy(installation, { name: names.servingSecret, wave: "rules" }),
      spec: {
        secretName: names.servingSecret,
        dnsNames: [host, `${host}.cluster.local`],
        issuerRef: { group: "cert-manager.io", kind: certificates.issuerKind, name: certificates.issuer },
        duration: life,
        renewBefore,
        // Half as dear as RSA for each new connection.
        privateKey: { algorithm: "ECDSA", size: 256, rotationPolicy: "Always" },
        usages: ["digital signature", "server auth"],
      },
    },
  ];
}

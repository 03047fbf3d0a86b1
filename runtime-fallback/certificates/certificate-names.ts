import type { ServingNames } from "./certificate.ts";

/** The objects that hold certificates, and what the webhook is reached by. */
export interface CertificateNames {
  /** Of the Secrets: the controller's own. */
  readonly namespace: string;
  readonly authoritySecret: string;
  readonly servingSecret: string;
  /** Where cert-manager keeps that Secret: the name of its Certificate. */
  readonly certificate: string;
  readonly webhookConfiguration: string;
  readonly serving: ServingNames;
}

/** The default names. The API server asks for `<service>.<namespace>.svc`; the longer name is for people and probes. */
export function certificateNames(given: {
  readonly namespace: string;
  readonly service: string;
  readonly webhookConfiguration: string;
  readonly ipAddresses?: readonly string[];
}): CertificateNames {
  const { namespace, service, webhookConfiguration, ipAddresses = [] } = given;
  const host = `${service}.${namespace}.svc`;
  return {
    namespace,
    authoritySecret: "holdfast-webhook-ca",
    servingSecret: "holdfast-webhook-tls",
    certificate: "holdfast-webhook-tls",
    webhookConfiguration,
    serving: { dnsNames: [host, `${host}.cluster.local`], ipAddresses },
  };
}

export function secretPath({ namespace }: CertificateNames, name: string): string {
  return `${secretsPath({ namespace })}/${name}`;
}

export function secretsPath({ namespace }: Pick<CertificateNames, "namespace">): string {
  return `/api/v1/namespaces/${namespace}/secrets`;
}

/** cert-manager's own object; of the Secret that it keeps nothing is read. */
export function certificatePath({ namespace, certificate }: CertificateNames): string {
  return `/apis/cert-manager.io/v1/namespaces/${namespace}/certificates/${certificate}`;
}

export function configurationPath({ webhookConfiguration }: CertificateNames): string {
  return `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${webhookConfiguration}`;
}

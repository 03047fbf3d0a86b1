import { deletionPolicy } from "holdfast";
import type { Secret } from "holdfast/kinds";

enum SecretType {
  Opaque = "Opaque",
  Tls = "kubernetes.io/tls",
  DockerConfig = "kubernetes.io/dockerconfigjson",
  Helm = "helm.sh/release.v1",
}

const REASONS: Partial<Record<SecretType, string>> = {
  [SecretType.Tls]: "ingresses may be serving this certificate",
  [SecretType.DockerConfig]: "pods need it to pull their images",
  [SecretType.Helm]: "Helm keeps its release history in it",
};

const reason = (type: string | undefined): string | undefined => REASONS[(type ?? "Opaque") as SecretType];

export default deletionPolicy<Secret>({
  name: "typed-secrets",
  match: [{ group: "", resource: "secrets" }],
  rules: {
    typed: {
      denyWhen: ({ oldObject, request }) => reason(oldObject.type) !== undefined && !request.userInfo.username?.startsWith("system:"),
      message: ({ oldObject }) => `Secret ${oldObject.metadata.name} must stay: ${reason(oldObject.type)}`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { Secret } from "holdfast/kinds";

enum SecretType {
  Tls = "kubernetes.io/tls",
  Docker = "kubernetes.io/dockerconfigjson",
  Helm = "helm.sh/release.v1",
}

const WHAT: Record<SecretType, string> = {
  [SecretType.Tls]: "a TLS certificate",
  [SecretType.Docker]: "a registry pull secret",
  [SecretType.Helm]: "a Helm release record",
};

const isKnown = (t: string | undefined): t is SecretType => Object.values(SecretType).includes(t as SecretType);

export default deletionPolicy<Secret>({
  name: "typed-secrets",
  match: [{ group: "", resource: "secrets" }],
  rules: {
    typed: {
      denyWhen: ({ oldObject, request }) => {
        if (!isKnown(oldObject.type)) return false;
        const sa = request.userInfo.username?.match(/^system:serviceaccount:([^:]+):([^:]+)$/);
        if (sa && sa[1] === oldObject.metadata.namespace) return false;
        if (oldObject.type === SecretType.Helm) return oldObject.metadata.labels?.status === "deployed";
        return true;
      },
      message: ({ oldObject }) => {
        const what = isKnown(oldObject.type) ? WHAT[oldObject.type] : "a secret";
        const keys = Object.keys(oldObject.data ?? {});
        return `Secret ${oldObject.metadata.name} is ${what} with ${keys.length} key(s) (${keys.join(", ")})`;
      },
    },
  },
});

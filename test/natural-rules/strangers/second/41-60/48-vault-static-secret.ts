import { type KubernetesObject, deletionPolicy } from "holdfast";

interface VaultStaticSecret extends KubernetesObject {
  spec: {
    mount: string;
    path: string;
    type: "kv-v1" | "kv-v2";
    refreshAfter?: string;
    destination: { name: string; create?: boolean; overwrite?: boolean };
    rolloutRestartTargets?: { kind: string; name: string }[];
  };
}

export default deletionPolicy<VaultStaticSecret>({
  name: "vault-secrets-in-use",
  match: [{ group: "secrets.hashicorp.com", resource: "vaultstaticsecrets" }],
  rules: {
    hasConsumers: {
      denyWhen: ({ oldObject: { spec } }) => spec.destination.create === true && !!spec.rolloutRestartTargets?.length,
      message: ({ oldObject: { spec, metadata } }) =>
        `${metadata.name} syncs ${[spec.mount, spec.type === "kv-v2" ? "data" : null, spec.path].filter(Boolean).join("/")} to the secret ${spec.destination.name}, used by ${spec.rolloutRestartTargets!.map((t) => `${t.kind}/${t.name}`).join(", ")}`,
    },
  },
});

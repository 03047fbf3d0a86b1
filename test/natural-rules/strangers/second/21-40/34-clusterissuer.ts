import { type KubernetesObject, deletionPolicy } from "holdfast";

interface ClusterIssuer extends KubernetesObject {
  spec: {
    acme?: { server: string; email?: string; solvers?: { dns01?: object; http01?: object }[] };
    ca?: { secretName: string };
    vault?: { server: string; path: string };
  };
  status?: { conditions?: { type: string; status: string; message?: string }[] };
}

const backend = ({ spec }: ClusterIssuer): string => {
  if (spec.acme) {
    const host = new URL(spec.acme.server).hostname;
    const solvers = spec.acme.solvers?.map((s) => Object.keys(s).filter((k) => k !== "selector").join("+")) ?? [];
    return `ACME at ${host} (${solvers.join(", ") || "no solvers"})`;
  } else if (spec.ca) {
    return `CA in ${spec.ca.secretName}`;
  } else if (spec.vault) {
    return `Vault ${spec.vault.server}/v1/${spec.vault.path}`;
  }
  return "self-signed";
};

export default deletionPolicy<ClusterIssuer>({
  name: "cluster-issuers",
  match: [{ group: "cert-manager.io", resource: "clusterissuers" }],
  rules: {
    ready: {
      denyWhen: ({ oldObject }) =>
        oldObject.status?.conditions?.some((c) => c.type === "Ready" && c.status === "True") === true &&
        !oldObject.spec.acme?.server.includes("staging"),
      message: ({ oldObject }) => `ClusterIssuer ${oldObject.metadata.name} issues certificates: ${backend(oldObject)}`,
    },
  },
});

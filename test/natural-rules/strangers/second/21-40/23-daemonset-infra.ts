import { deletionPolicy } from "holdfast";
import type { DaemonSet } from "holdfast/kinds";

const INFRA = ["cilium", "calico-node", "kube-proxy", "node-local-dns", "aws-node", "ebs-csi-node", "fluent-bit", "falco"] as const;
type Infra = (typeof INFRA)[number];

const RUNBOOKS: Partial<Record<Infra, string>> = {
  cilium: "https://runbooks.corp/net/cilium",
  "aws-node": "https://runbooks.corp/net/vpc-cni",
  falco: "https://runbooks.corp/sec/falco",
};

const which = (name: string): Infra | undefined => INFRA.find((i) => name === i || name.startsWith(`${i}-`));

export default deletionPolicy<DaemonSet>({
  name: "infra-daemonsets",
  match: [{ group: "apps", resource: "daemonsets" }],
  rules: {
    infra: {
      denyWhen: ({ oldObject }) => which(oldObject.metadata.name) !== undefined,
      message: ({ oldObject }) => {
        const infra = which(oldObject.metadata.name)!;
        const nodes = oldObject.status?.desiredNumberScheduled ?? 0;
        return `${oldObject.metadata.name} runs on ${nodes} node(s); removing ${infra.toUpperCase()} breaks all of them. Runbook: ${RUNBOOKS[infra] ?? "https://runbooks.corp/"}`;
      },
    },
  },
});

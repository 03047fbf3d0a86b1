import { deletionPolicy } from "holdfast";
import type { DaemonSet } from "holdfast/kinds";

const CORE = /^(kube-proxy|cilium|calico-node|node-local-dns|.*-csi-node|fluent-bit)$/;

export default deletionPolicy<DaemonSet>({
  name: "core-daemonsets",
  match: [{ group: "apps", resource: "daemonsets" }],
  rules: {
    core: {
      denyWhen: ({ oldObject, request }) => request.namespace === "kube-system" && CORE.test(oldObject.metadata.name ?? ""),
      message: ({ oldObject }) => `${oldObject.metadata.name} runs on ${oldObject.status?.currentNumberScheduled ?? 0} nodes`,
    },
    hostNetwork: {
      denyWhen: ({ oldObject }) => Boolean(oldObject.spec?.template.spec?.hostNetwork),
      message: "Host network daemon sets need a change ticket",
    },
  },
});

import { deletionPolicy } from "holdfast";

const KEEP = ["kube-system/coredns", "monitoring/grafana", "ingress-nginx/controller-config"];

export default deletionPolicy({
  name: "kept-settings",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    listed: {
      denyWhen: ({ oldObject: { metadata } }) => KEEP.includes(`${metadata.namespace}/${metadata.name}`),
      message: ({ oldObject: { metadata } }) => `${metadata.name} is kept, as are: ${KEEP.join(", ")}`,
    },
  },
});

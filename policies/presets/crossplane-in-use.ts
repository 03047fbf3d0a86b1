import { deletionPolicy, released, terminating } from "holdfast";
import { describe } from "./objects.ts";

const LABEL = "crossplane.io/in-use";

/**
 * Crossplane: denies deleting what carries the label `crossplane.io/in-use: "true"`, which its controller sets on whatever a
 * Usage or ClusterUsage names, and takes off again. For clusters without its webhook, or for when that is down: the label says
 * neither who uses the object nor why, and it comes a moment after the Usage.
 *
 * The kinds are those of Crossplane and of Upbound's providers; add the groups of your own composite resources. The label may be
 * taken off the object, since the controller does just that. Source: crossplane/crossplane:internal/protection/usage,
 * internal/webhook/protection/usage/handler.go.
 */
export default deletionPolicy({
  name: "crossplane-in-use",
  match: [
    { group: "*.crossplane.io", resource: "*" },
    { group: "*.upbound.io", resource: "*" },
  ],
  overrides: [terminating(), released()],
  guards: { release: "clear-mark" },
  rules: {
    inUse: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.[LABEL] === "true",
      message: ({ oldObject }) =>
        `${describe(oldObject)} is in use: it has the label ${LABEL}: "true", which Crossplane takes off when the last Usage of it ` +
        `is gone (kubectl get usages.protection.crossplane.io,clusterusages.protection.crossplane.io -A)`,
    },
  },
});

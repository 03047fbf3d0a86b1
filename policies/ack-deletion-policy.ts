import { type KubernetesObject, type OnDelete, deletionPolicy, record, show } from "holdfast";
import { DELETION_POLICY, describe } from "./ack-marks.ts";

/** What each service's controller was started with (`--deletion-policy`): for example `s3: "retain"`. */
const CONTROLLER_DEFAULTS = record<string>({});

/** For services that are not listed above: ACK's own default. */
const CONTROLLER_DEFAULT = "delete";

/** The policy that ACK will follow, and where it finds it: the object, then its Namespace, then the controller's flag. */
function followed({ oldObject, namespaceObject, request }: OnDelete<KubernetesObject>) {
  const { group } = request.resource;
  const own = oldObject.metadata.annotations?.[DELETION_POLICY];
  const inherited = namespaceObject?.metadata.annotations?.[`${group}/deletion-policy`];
  const onNamespace = `annotation ${group}/deletion-policy on Namespace ${namespaceObject?.metadata.name ?? ""}`;
  const further = inherited === undefined ? "default of the controller" : onNamespace;
  return {
    value: own ?? inherited ?? CONTROLLER_DEFAULTS[group.split(".")[0] ?? ""] ?? CONTROLLER_DEFAULT,
    source: own === undefined ? further : `annotation ${DELETION_POLICY} on the object`,
    isMarked: own !== undefined || inherited !== undefined,
  };
}

/** Marks that look as if they decided, and that ACK does not read. */
function ignored({ oldObject, namespaceObject, request }: OnDelete<KubernetesObject>): string {
  const key = `${request.resource.group}/deletion-policy`;
  const own = oldObject.metadata.annotations?.[key] === undefined ? "" : `; it does not read ${key} on the object`;
  const inherited = namespaceObject?.metadata.annotations?.[DELETION_POLICY];
  return inherited === undefined ? own : `${own}; it does not read ${DELETION_POLICY} on the Namespace`;
}

/** Whether a mark decides, or looks as if it did, or the controller was told not to delete. */
function isRemarkable(input: OnDelete<KubernetesObject>): boolean {
  const { value, isMarked } = followed(input);
  return isMarked || value !== "delete" || ignored(input) !== "";
}

/**
 * Says, when an ACK resource is deleted, what will become of the resource in AWS, where a mark decides that, or looks as if it did.
 *
 * Without any mark ACK deletes the resource in AWS too, which is what its documentation promises and needs no warning. Source:
 * aws-controllers-k8s/community:docs/content/docs/user-docs/deletion-policy.md; aws-controllers-k8s/runtime:pkg/runtime/reconciler.go.
 */
export default deletionPolicy({
  name: "ack-deletion-policy",
  match: [{ group: "*.services.k8s.aws", resource: "*" }],
  rules: {
    consequence: {
      warnWhen: isRemarkable,
      message: (input) => {
        const { value, source } = followed(input);
        const fate = value === "delete" ? "deletes the AWS resource too" : "keeps the AWS resource";
        const misread = ["delete", "retain"].includes(value) ? "" : ` (it takes ${show(value)} for retain)`;
        return `when ${describe(input.oldObject)} is gone, ACK ${fate}: ${source}${misread}${ignored(input)}`;
      },
    },
  },
});

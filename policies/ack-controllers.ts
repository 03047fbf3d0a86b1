import { type KubernetesObject, deletionPolicy, same, show } from "holdfast";
import { describe, isDeletionPolicy, isPreventDelete } from "./ack-marks.ts";

/** The namespaces in which ACK's controllers run, and nothing that people log in with: `ack-system` in ACK's own Helm charts. */
const CONTROLLER_NAMESPACES = ["ack-system"];

/** Every service account of these namespaces. */
const isController = (username: string): boolean =>
  CONTROLLER_NAMESPACES.some((namespace) => username.startsWith(`system:serviceaccount:${namespace}:`));

/** Whether a mark of `from` is missing in `to` or has another value there. */
function differs(from: KubernetesObject, to: KubernetesObject): boolean {
  const others = to.metadata.annotations ?? {};
  return Object.entries(from.metadata.annotations ?? {}).some(
    ([key, value]) => (isPreventDelete(key) || isDeletionPolicy(key)) && others[key] !== value,
  );
}

/**
 * Keeps ACK's controllers from changing ACK's marks, as requirement 4 of the design document asks: on objects and
 * Namespaces, through every subresource, by adding, changing or removing a mark.
 *
 * A service account that writes the status of an ACK resource and is none of these controllers gets a warning, which is also in the
 * audit log: most likely ACK runs in a namespace that is missing above.
 */
export default deletionPolicy({
  name: "ack-controllers",
  match: [
    { group: "*.services.k8s.aws", resource: "*/*" },
    { group: "services.k8s.aws", resource: "*/*" },
    { group: "", resource: "namespaces/*" },
  ],
  rules: {
    keepMarks: {
      operation: "update",
      denyWhen: ({ object, oldObject, request }) => {
        if (!isController(request.userInfo.username)) return false;
        if (same(object.metadata.annotations, oldObject.metadata.annotations)) return false;
        return differs(oldObject, object) || differs(object, oldObject);
      },
      message: ({ object, request }) =>
        `the ACK controller ${show(request.userInfo.username)} may not add, change or remove prevent-delete and deletion-policy ` +
        `marks of ${describe(object)}: these are for people. If this is no controller, its namespace does not belong in CONTROLLER_NAMESPACES ` +
        `of the policy`,
    },
    elsewhere: {
      operation: "update",
      warnWhen: ({ request: { resource, subResource, userInfo } }) =>
        subResource === "status" &&
        resource.resource !== "namespaces" &&
        userInfo.username.startsWith("system:serviceaccount:") &&
        !isController(userInfo.username),
      message: ({ object, request }) =>
        `${show(request.userInfo.username)} writes the status of ${describe(object)}, as ACK's controllers do, and its namespace is not in ` +
        `CONTROLLER_NAMESPACES of the policy: nothing keeps it from changing prevent-delete and deletion-policy marks`,
    },
  },
});

import { type KubernetesObject, deletionPolicy, same, show } from "holdfast";
import { describe, isDeletionPolicy, isPreventDelete } from "./ack-marks.ts";

/** How the names of the ACK controllers' identities begin: here, every service account of the namespace `ack-system`. */
const CONTROLLERS = ["system:serviceaccount:ack-system:"];

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
        if (!CONTROLLERS.some((identity) => request.userInfo.username.startsWith(identity))) return false;
        if (same(object.metadata.annotations, oldObject.metadata.annotations)) return false;
        return differs(oldObject, object) || differs(object, oldObject);
      },
      message: ({ object, request }) =>
        `the ACK controller ${show(request.userInfo.username)} may not add, change or remove prevent-delete and deletion-policy ` +
        `marks of ${describe(object)}: these are for people. If this is no controller, take it out of CONTROLLERS in the policy`,
    },
  },
});

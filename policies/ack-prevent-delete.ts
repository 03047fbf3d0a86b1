import { type KubernetesObject, type OnDelete, deletionPolicy, show, terminating } from "holdfast";
import { PREVENT_DELETE, describe, kubectlTarget } from "./ack-marks.ts";

/** The API group is the service's prefix, so this is its own key; for `services.k8s.aws` itself it is the generic one. */
const serviceKey = ({ request }: OnDelete<KubernetesObject>): string => `${request.resource.group}/prevent-delete`;

/** The mark that decides: on the object before its Namespace, the service's key before the generic one. */
function deciding(input: OnDelete<KubernetesObject>) {
  const service = serviceKey(input);
  const onObject = input.oldObject.metadata.annotations;
  const onNamespace = input.namespaceObject?.metadata.annotations;
  const own = onObject?.[service] ?? onObject?.[PREVENT_DELETE];
  const inherited = onNamespace?.[service] ?? onNamespace?.[PREVENT_DELETE];
  const isOfService = (own === undefined ? onNamespace?.[service] : onObject?.[service]) !== undefined;
  return {
    value: own ?? inherited,
    key: isOfService ? service : PREVENT_DELETE,
    place: own === undefined ? `Namespace ${input.namespaceObject?.metadata.name ?? ""}` : "the object",
  };
}

/** The service's key on the object goes before every other mark, so this one command always removes the protection. */
const override = (input: OnDelete<KubernetesObject>): string =>
  `To delete it anyway, first run: kubectl annotate ${kubectlTarget(input)} ${serviceKey(input)}=false --overwrite`;

/**
 * Denies deleting ACK resources that are marked `prevent-delete`, themselves or by their Namespace.
 *
 * A nearer mark overrides one further away, so `"false"` on the object overrides `"true"` on the Namespace. No mark: the
 * object can be deleted. A terminating Namespace makes no difference; an object whose own deletion has begun may be deleted again, which
 * changes nothing. Source: ACK, "Semantics of destructive operations".
 */
export default deletionPolicy({
  name: "ack-prevent-delete",
  match: [
    { group: "*.services.k8s.aws", resource: "*" },
    { group: "services.k8s.aws", resource: "*" },
  ],
  overrides: [terminating()],
  guards: { release: "clear-mark" },
  rules: {
    preventDelete: {
      denyWhen: (input) => deciding(input).value === "true",
      message: (input) => {
        const { key, place } = deciding(input);
        return `${describe(input.oldObject)} is protected by the annotation ${key}: "true" on ${place}. ${override(input)}`;
      },
    },
    unreadableMark: {
      denyWhen: (input) => {
        const { value } = deciding(input);
        return value !== undefined && !["true", "false"].includes(value);
      },
      message: (input) => {
        const { value, key, place } = deciding(input);
        const mark = `the annotation ${key} on ${place}`;
        const problem = `is neither "true" nor "false" but ${show(value ?? "")}`;
        return `${describe(input.oldObject)} is protected because ${mark} ${problem}. ${override(input)}`;
      },
    },
  },
});

import { type KubernetesObject, type OnCreateOrUpdate, deletionPolicy, same, sorted } from "holdfast";
import { DELETION_POLICY, describe, isDeletionPolicy, isPreventDelete } from "./ack-marks.ts";

type Write = OnCreateOrUpdate<KubernetesObject>;

/** Keys whose value this request sets: old garbage does not hinder an update that leaves it alone. */
function written({ object, oldObject }: Write, isWanted: (key: string, value: string) => boolean): readonly string[] {
  const [after, before] = [object.metadata.annotations, oldObject?.metadata.annotations];
  return Object.keys(after ?? {}).filter((key) => {
    const value = after?.[key] ?? "";
    return isWanted(key, value) && before?.[key] !== value;
  });
}

/** Looking at each annotation has a limit; a request that leaves all of them as they are need not be looked at. */
const changesAnnotations = ({ object, oldObject }: Write): boolean =>
  !same(object.metadata.annotations, oldObject?.metadata.annotations);

const wrongPreventDelete = (input: Write): readonly string[] =>
  written(input, (key, value) => isPreventDelete(key) && !["true", "false"].includes(value));

const wrongDeletionPolicy = (input: Write): readonly string[] =>
  written(input, (key, value) => isDeletionPolicy(key) && !["delete", "retain"].includes(value));

const isNamespace = ({ request: { resource } }: Write): boolean => resource.group === "" && resource.resource === "namespaces";

/** The ACK runtime reads the generic key on objects and the service's key on Namespaces, and no other. */
const ignored = (input: Write): readonly string[] =>
  written(input, (key) => isDeletionPolicy(key) && (key === DELETION_POLICY) === isNamespace(input));

/**
 * Denies values that ACK's marks do not have, and warns of marks that ACK does not read.
 *
 * `prevent-delete` is `"true"` or `"false"`. `deletion-policy` is `"delete"` or `"retain"`, in lower case although the design
 * document says `Delete` and `Retain`: the ACK runtime takes anything but `delete` for retain.
 */
export default deletionPolicy({
  name: "ack-values",
  match: [
    { group: "*.services.k8s.aws", resource: "*" },
    { group: "services.k8s.aws", resource: "*" },
    { group: "", resource: "namespaces/*" },
  ],
  rules: {
    preventDeleteValue: {
      operation: "create-or-update",
      denyWhen: (input) => changesAnnotations(input) && wrongPreventDelete(input).length > 0,
      message: (input) =>
        `${describe(input.object)} has another value than "true" or "false" in ${sorted(wrongPreventDelete(input)).join(", ")}. ` +
        `Allowed are "true", which protects, and "false", which removes a protection from further away`,
    },
    deletionPolicyValue: {
      operation: "create-or-update",
      denyWhen: (input) => changesAnnotations(input) && wrongDeletionPolicy(input).length > 0,
      message: (input) =>
        `${describe(input.object)} has another value than "delete" or "retain" in ${sorted(wrongDeletionPolicy(input)).join(", ")}. ` +
        `Allowed are "delete" and "retain", in lower case: ACK takes every other value, "Delete" too, for retain`,
    },
    ignoredMark: {
      operation: "create-or-update",
      warnWhen: (input) => changesAnnotations(input) && ignored(input).length > 0,
      message: (input) =>
        `ACK does not read ${sorted(ignored(input)).join(", ")} on ${describe(input.object)}. For deletion-policy it reads ` +
        `${DELETION_POLICY} on an object, and <service>.${DELETION_POLICY} on a Namespace`,
    },
  },
});

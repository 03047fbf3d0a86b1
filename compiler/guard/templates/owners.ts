import { type OwnerReference, deletionPolicy, show } from "../../language/index.ts";
import { objectName } from "../../language/overrides/overrides.ts";

/** Of the core group, whose `apiVersion` is `v1`, it is `v1`: no definition may have a group without a dot. */
const groupOf = ({ apiVersion }: OwnerReference): string => apiVersion.split("/")[0] ?? "";

/**
 * The garbage collector takes an owner for gone where any of the four differs from what it finds. Through another
 * version it finds the same owner, or cannot look: operators that are upgraded write their newest.
 */
const isSame = (a: OwnerReference, b: OwnerReference): boolean =>
  a.uid === b.uid && a.name === b.name && a.kind === b.kind && groupOf(a) === groupOf(b);

/**
 * What an owner controls may count as its copy, and follow it (ADR 38): an owner that becomes the controller is a new
 * one.
 */
const becomesController = (owner: OwnerReference, known: OwnerReference): boolean =>
  owner.controller === true && known.controller !== true;

/**
 * Stands for who may set which owners, as the policy says: `owner-guard.ts` puts that in its place. No UID is this
 * text.
 */
const isAllowed = (owner: OwnerReference): boolean => owner.uid === "(allowed by the policy)";

/**
 * An owner that no longer exists, or goes later, takes what it owns along: the garbage collector deletes it (T5 of
 * docs/security/bypass-matrix.md).
 */
export const owners = deletionPolicy({
  name: "owners",
  match: [{ group: "*.any", resource: "*/*" }],
  rules: {
    ownerGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) => {
        // oxlint-disable-next-line no-shadow -- its name is the one of the variable in the YAML.
        const owners = object.metadata.ownerReferences ?? [];
        const ownersBefore = oldObject.metadata.ownerReferences ?? [];
        const isKnown = (owner: OwnerReference): boolean =>
          ownersBefore.some((known) => isSame(owner, known) && !becomesController(owner, known));
        return !owners.every((owner) => isAllowed(owner) || isKnown(owner));
      },
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, so it cannot get a new owner: the garbage collector deletes an object ` +
        `together with its owners. Keep metadata.ownerReferences as it is, or only remove entries (more than 100 cannot be compared). ` +
        `If a controller must set owners, name it in the policy: guards: { owners: { allow: [${show(request.userInfo.username)}] } }`,
    },
  },
});

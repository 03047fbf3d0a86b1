import { type KubernetesObject, deletionPolicy, plainName } from "holdfast";
import { ATTEMPT, ATTEMPT_MANAGER, USABLE, entriesOf, isInUse, usageAt } from "./used-objects.ts";

/** The time as `date -u +%FT%TZ` writes it. How old it is the controller says: CEL has no clock. */
const ATTEMPT_FORM = /^[^/]{1,64}\/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z(\/(Background|Foreground|Orphan))?$/u;

/**
 * A new attempt at this very object. One that names another UID is never applied: controllers copy annotations, as from a Deployment to its
 * ReplicaSets and from a claim to its composite, and none of them is to be stopped by it.
 */
function newAttempt(oldObject: KubernetesObject, object: KubernetesObject): string | undefined {
  const attempt = object.metadata.annotations?.[ATTEMPT] ?? "";
  const isNew = attempt !== oldObject.metadata.annotations?.[ATTEMPT];
  return isNew && attempt.startsWith(oldObject.metadata.uid) ? attempt : undefined;
}

/**
 * Who may ask for what is in use to be deleted once nothing uses it (`replayDeletion`, ADR 24). The controller applies what it finds on the
 * object, with rights of its own: so this policy has to be in force wherever the controller is told to.
 */
const attempts = deletionPolicy({
  name: "usage-attempts",
  match: USABLE,
  rules: {
    // Whoever copies annotations from one object to another may delete both, and writes what somebody else has written there.
    copiedAttempt: {
      operation: "update",
      denyWhen: ({ oldObject, object, request }) =>
        newAttempt(oldObject, object) !== undefined && request.options?.fieldManager !== ATTEMPT_MANAGER,
      message: ({ oldObject }) =>
        `${ATTEMPT} of ${oldObject.kind} ${plainName(oldObject.metadata.name)} is written with --field-manager=${ATTEMPT_MANAGER} alone, so that no controller copies it from another object`,
    },
    mayNotAsk: {
      operation: "update",
      denyWhen: ({ oldObject, object, request, authorizer }) =>
        newAttempt(oldObject, object) !== undefined &&
        !authorizer
          .group(request.resource.group)
          .resource(request.resource.resource)
          .namespace(request.namespace ?? "")
          .name(request.name ?? "")
          .check("delete")
          .allowed(),
      message: ({ oldObject }) =>
        `only who may delete ${oldObject.kind} ${plainName(oldObject.metadata.name)} may ask for its deletion with ${ATTEMPT}`,
    },
    badAttempt: {
      operation: "update",
      denyWhen: ({ oldObject, object }) => {
        const attempt = newAttempt(oldObject, object);
        return attempt !== undefined && !(attempt.startsWith(`${oldObject.metadata.uid}/`) && ATTEMPT_FORM.test(attempt));
      },
      message: ({ oldObject }) =>
        `${ATTEMPT} is ${oldObject.metadata.uid}/<time>, such as 2026-01-31T12:00:00Z, and /Foreground or /Orphan after it where that is meant`,
    },
    unusedAttempt: {
      operation: "update",
      denyWhen: ({ oldObject, object }) => newAttempt(oldObject, object) !== undefined && !isInUse(oldObject),
      message: ({ oldObject }) => `${oldObject.kind} ${plainName(oldObject.metadata.name)} is not in use: delete it`,
    },
    vainAttempt: {
      operation: "update",
      denyWhen: ({ oldObject, object, cluster }) =>
        newAttempt(oldObject, object) !== undefined &&
        isInUse(oldObject) &&
        !entriesOf(oldObject).some((key) => usageAt(key, oldObject, cluster)?.spec?.replayDeletion === true),
      message: ({ oldObject }) =>
        `no Usage of ${oldObject.kind} ${plainName(oldObject.metadata.name)} has replayDeletion: true, so nobody would delete it: delete it when it is not used`,
    },
  },
});

/** The annotations of a Binding become those of the Pod (kubernetes: pkg/registry/core/pod/storage, BindingREST), and no update of it is asked about. */
const bindings = deletionPolicy({
  name: "usage-attempts-bindings",
  match: [
    { group: "", resource: "pods/binding" },
    { group: "", resource: "bindings" },
  ],
  rules: {
    boundAttempt: {
      operation: "create",
      denyWhen: ({ object }) => object.metadata.annotations?.[ATTEMPT] !== undefined,
      message: `a Binding does not ask for the deletion of its Pod: take ${ATTEMPT} off it`,
    },
  },
});

export default [attempts, bindings];

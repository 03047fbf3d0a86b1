import { type KubernetesObject, type OnUpdate, deletionPolicy, released } from "../../language/index.ts";

/**
 * What Holdfast wrote carries the first label, or the second one where Helm has replaced the first; whoever puts one of
 * them on policies of their own has them protected, too.
 */
const isOurs = ({ metadata: { labels } }: KubernetesObject): boolean =>
  labels?.["app.kubernetes.io/managed-by"] === "holdfast" || labels?.["app.kubernetes.io/part-of"] === "holdfast";

const isReleased = ({ metadata: { annotations, uid } }: KubernetesObject): boolean =>
  annotations?.["holdfast.dev/release"] === uid;

const isGuarded = ({ oldObject }: OnUpdate<KubernetesObject>): boolean => isOurs(oldObject) && !isReleased(oldObject);

/** `ValidatingAdmissionPolicy keep protects other objects, and this update ...`, with the way to do it anyway. */
const denied = ({ oldObject, request }: OnUpdate<KubernetesObject>, what: string): string =>
  `${oldObject.kind} ${oldObject.metadata.name} protects other objects, and this update ${what}. To do it anyway, first run: ` +
  `kubectl annotate ${request.resource.resource}.${request.resource.group}/${oldObject.metadata.name} holdfast.dev/release=${oldObject.metadata.uid}`;

/**
 * Keeps what denies deletes from being deleted, or from denying less. Policies of the API are never asked about
 * policies; those that API servers read from files are (T16 of docs/security/bypass-matrix.md).
 */
export const protection = deletionPolicy({
  name: "holdfast-protection",
  match: [
    { group: "admissionregistration.k8s.io", resource: "validatingadmissionpolicies" },
    { group: "admissionregistration.k8s.io", resource: "validatingadmissionpolicybindings" },
    { group: "admissionregistration.k8s.io", resource: "validatingwebhookconfigurations" },
  ],
  overrides: [released()],
  rules: {
    deleteGuard: {
      denyWhen: ({ oldObject }) => isOurs(oldObject),
      message: ({ oldObject }) =>
        `${oldObject.kind} ${oldObject.metadata.name} protects other objects: without it, their deletes would be allowed`,
    },
    labelGuard: {
      operation: "update",
      denyWhen: (input) => {
        const isProtected = isGuarded(input);
        return isProtected && !isOurs(input.object);
      },
      message: (input) =>
        denied(
          input,
          "removes the label that protects it, app.kubernetes.io/managed-by=holdfast or app.kubernetes.io/part-of=holdfast",
        ),
    },
    failureGuard: {
      operation: "update",
      denyWhen: isGuarded,
      message: (input) => denied(input, "would allow requests that it cannot evaluate: failurePolicy was Fail"),
    },
    ruleGuard: {
      operation: "update",
      denyWhen: isGuarded,
      message: (input) => denied(input, "removes a rule (a message of spec.validations is missing), or is too long to compare"),
    },
    matchGuard: {
      operation: "update",
      denyWhen: isGuarded,
      message: (input) => denied(input, "narrows what it matches, or is too long to compare"),
    },
    exclusionGuard: {
      operation: "update",
      denyWhen: isGuarded,
      message: (input) => denied(input, "excludes more requests, or is too long to compare"),
    },
    conditionGuard: {
      operation: "update",
      denyWhen: isGuarded,
      message: (input) => denied(input, "adds a condition to what it matches: a selector, a match condition or parameters"),
    },
    actionGuard: {
      operation: "update",
      denyWhen: isGuarded,
      message: (input) => denied(input, "makes it deny nothing: Deny is missing in spec.validationActions"),
    },
    webhookGuard: {
      operation: "update",
      denyWhen: isGuarded,
      message: (input) =>
        denied(input, "takes a webhook away, narrows it, has it let through what it cannot judge, or is too long to compare"),
    },
    releaseReminder: {
      operation: "update",
      warnWhen: ({ oldObject }) => isOurs(oldObject) && isReleased(oldObject),
      message: ({ oldObject: { kind, metadata } }) =>
        `${kind} ${metadata.name} protects other objects, and nothing protects it while it carries its release annotation: ` +
        `remove the annotation holdfast.dev/release once the change is made`,
    },
  },
});

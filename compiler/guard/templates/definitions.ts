import { type KubernetesObject, type Stored, deletionPolicy } from "../../language/index.ts";
import type { CustomResourceDefinition } from "../../language/kinds/extensions/custom-resource-definition.ts";

/** The override: a mark that names the definition's own UID, so that it fits no other and does not outlive it. */
const isReleased = ({ metadata: { annotations, uid } }: KubernetesObject): boolean =>
  annotations?.["holdfast.dev/release"] === uid;

const override = ({ metadata: { name, uid } }: KubernetesObject): string =>
  `To do it anyway, first run: kubectl annotate customresourcedefinitions/${name} holdfast.dev/release=${uid}`;

type Definition = Stored<CustomResourceDefinition>;

const convertsByWebhook = ({ spec }: Definition): boolean => spec?.conversion?.strategy === "Webhook";

const clientOf = ({ spec }: Definition) => spec?.conversion?.webhook?.clientConfig;

const isSameAddress = (before: Definition, after: Definition): boolean => {
  const [was, is] = [clientOf(before)?.service, clientOf(after)?.service];
  return was?.namespace === is?.namespace && was?.name === is?.name && was?.path === is?.path && was?.port === is?.port;
};

/** By the same webhook; whose certificate is trusted (`caBundle`) changes whenever it is renewed. */
const isConvertedAlike = (before: Definition, after: Definition): boolean =>
  convertsByWebhook(before) === convertsByWebhook(after) &&
  clientOf(before)?.url === clientOf(after)?.url &&
  isSameAddress(before, after);

const holds = ({ status }: Definition, condition: string): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === condition && is === "True") === true;

/** What the API server writes as an accepted name is what it was, or what the definition asks for. */
const isAccepted = (name: string | undefined, was: string | undefined, asked: string | undefined): boolean =>
  name === was || name === asked;

const acceptsItsNames = (before: Definition, after: Definition): boolean => {
  const [was, is] = [before.status?.acceptedNames, after.status?.acceptedNames];
  const asked = after.spec?.names;
  return isAccepted(is?.plural, was?.plural, asked?.plural) && isAccepted(is?.kind, was?.kind, asked?.kind);
};

const isClusterScoped = ({ spec }: Definition): boolean => spec?.scope === "Cluster";

/** Clients know the kind by the same name, in the same scope. */
const isNamedAlike = (before: Definition, after: Definition): boolean =>
  isClusterScoped(before) === isClusterScoped(after) &&
  before.spec?.names?.kind === after.spec?.names?.kind &&
  acceptsItsNames(before, after);

/** Deleting a definition deletes its objects without asking any policy about them (T9 of docs/security/bypass-matrix.md). */
export const definitions = deletionPolicy<CustomResourceDefinition>({
  name: "definitions",
  match: [{ group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" }],
  rules: {
    definitionGuard: {
      denyWhen: ({ oldObject }) => {
        const released = isReleased(oldObject);
        return oldObject.metadata.deletionTimestamp === undefined && !released;
      },
      message: ({ oldObject }) =>
        `deleting CustomResourceDefinition ${oldObject.metadata.name} deletes every object of its kind, protected or not. ${override(oldObject)}`,
    },
    servedVersionGuard: {
      operation: "update",
      denyWhen: ({ oldObject }) => {
        const released = isReleased(oldObject);
        return !released;
      },
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} stops serving a version of a protected kind. ${override(oldObject)}`,
    },
    conversionGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) => {
        const released = isReleased(oldObject);
        return convertsByWebhook(object) && !isConvertedAlike(oldObject, object) && !released;
      },
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} changes the webhook that converts objects of a protected kind, which ` +
        `may drop what protects them. ${override(oldObject)}`,
    },
    lostConversionGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) => {
        const released = isReleased(oldObject);
        return convertsByWebhook(oldObject) && !convertsByWebhook(object) && !released;
      },
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} removes the conversion between versions of a protected ` +
        `kind: objects stored in one would lose fields in another. ${override(oldObject)}`,
    },
    schemaGuard: {
      operation: "update",
      denyWhen: ({ oldObject }) => {
        const released = isReleased(oldObject);
        return !released;
      },
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} removes a field that protects objects from a version, changes ` +
        `the type, default or nullable of it or of a parent field, or stores objects in a version where these differ. ${override(oldObject)}`,
    },
    servingGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject, request: { userInfo } }) => {
        const released = isReleased(oldObject);
        return (
          ((holds(oldObject, "Established") && !holds(object, "Established")) ||
            // The API server does so where names are taken; nothing follows from it while the definition is
            // established.
            (holds(oldObject, "NamesAccepted") && !holds(object, "NamesAccepted") && userInfo.username !== "system:apiserver")) &&
          !released
        );
      },
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} stops serving a protected kind. ${override(oldObject)}`,
    },
    nameGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) => {
        const released = isReleased(oldObject);
        return !isNamedAlike(oldObject, object) && !released;
      },
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} changes the name or scope of a protected kind. ${override(oldObject)}`,
    },
    definitionReleaseGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject, request }) =>
        request.subResource !== undefined &&
        object.metadata.annotations?.["holdfast.dev/release"] !== oldObject.metadata.annotations?.["holdfast.dev/release"],
      message: ({ oldObject }) =>
        `CustomResourceDefinition ${oldObject.metadata.name} must be released on the object itself (kubectl annotate), not through its status`,
    },
    storedVersionGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) => {
        const released = isReleased(oldObject);
        const [was, is] = [oldObject.status?.storedVersions, object.status?.storedVersions];
        return was?.every((version) => is?.includes(version) === true) === false && !released;
      },
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} removes a version of a protected kind from status.storedVersions, ` +
        `after which its schema may change. ${override(oldObject)}`,
    },
  },
});

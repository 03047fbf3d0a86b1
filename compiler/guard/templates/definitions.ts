import { type KubernetesObject, type Stored, deletionPolicy } from "../../dsl/index.ts";
import type { CustomResourceDefinition } from "../../kinds/index.ts";

/** The way out: a mark that names the definition's own UID, so that it fits no other and does not outlive it. */
const isReleased = ({ metadata: { annotations, uid } }: KubernetesObject): boolean =>
  annotations?.["holdfast.dev/release"] === uid;

const wayOut = ({ metadata: { name, uid } }: KubernetesObject): string =>
  `To do it all the same, first run: kubectl annotate customresourcedefinitions/${name} holdfast.dev/release=${uid}`;

const convertsByWebhook = ({ spec }: Stored<CustomResourceDefinition>): boolean => spec?.conversion?.strategy === "Webhook";

/** Deleting a definition deletes its objects without asking any policy about them (threats T9). */
export const definitions = deletionPolicy<CustomResourceDefinition>({
  name: "definitions",
  match: [{ group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" }],
  rules: {
    definitionGuard: {
      denyWhen: ({ oldObject }) => oldObject.metadata.deletionTimestamp === undefined && !isReleased(oldObject),
      message: ({ oldObject }) =>
        `deleting CustomResourceDefinition ${oldObject.metadata.name} deletes every object of its kind, protected or not. ${wayOut(oldObject)}`,
    },
    servedVersionGuard: {
      operation: "update",
      denyWhen: ({ oldObject }) => !isReleased(oldObject),
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} stops serving a version of a protected kind. ${wayOut(oldObject)}`,
    },
    conversionGuard: {
      operation: "update",
      denyWhen: ({ object, oldObject }) => convertsByWebhook(oldObject) && !convertsByWebhook(object) && !isReleased(oldObject),
      message: ({ oldObject }) =>
        `this update of CustomResourceDefinition ${oldObject.metadata.name} takes away the conversion between versions of a protected ` +
        `kind: what is stored in one would lose fields in another. ${wayOut(oldObject)}`,
    },
  },
});

import { deletionPolicy, show } from "../../language/index.ts";
import { objectName } from "../../language/overrides/overrides.ts";

/**
 * An update that takes the marks away, so that the delete that follows is let through (T3, T4 of
 * docs/security/bypass-matrix.md).
 */
export const release = deletionPolicy({
  name: "release",
  match: [{ group: "*.any", resource: "*/*" }],
  rules: {
    releaseGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject }) =>
        `${objectName(oldObject)} is protected against deletion, and this update would remove the protection`,
    },
    subresourceGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and this update through /${request.subResource ?? ""} would remove the ` +
        `protection. Change the object itself, not a subresource`,
    },
    namespaceReleaseGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject }) =>
        `Namespace ${oldObject.metadata.name} protects what is in it against deletion, and this update would remove the protection`,
    },
    namespaceSubresourceGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `Namespace ${oldObject.metadata.name} protects what is in it against deletion, and this update through ` +
        `/${request.subResource ?? ""} would remove the protection. Change the Namespace itself, not a subresource`,
    },
    overrideGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and this update through /${request.subResource ?? ""} changes what allows its ` +
        `deletion. Change that on the object itself (kubectl annotate), not through a subresource`,
    },
    copiedOverrideGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and ${show(request.userInfo.username)} copies onto it, from its owner, what ` +
        `would allow its deletion. Remove that from the owner (see metadata.ownerReferences), and set it on the object itself: `,
    },
    copiedReleaseGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and ${show(request.userInfo.username)} copies onto it, from its owner, what ` +
        `would remove the protection. Restore the owner (see metadata.ownerReferences), and change the object itself`,
    },
    bindingGuard: {
      operation: "create",
      denyWhen: () => true,
      message: ({ object }) =>
        `the Binding would set labels or annotations of Pod ${object.metadata.name} that protect Pods or allow their deletion. ` +
        `Bind it without them`,
    },
  },
});

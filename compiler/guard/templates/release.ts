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
        `protection. That is done on the object itself, not on a part of it`,
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
        `/${request.subResource ?? ""} would remove the protection. That is done on the Namespace itself, not on a part of it`,
    },
    overrideGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and this update through /${request.subResource ?? ""} touches what lets ` +
        `it be deleted. That is written on the object itself (kubectl annotate), not on a part of it`,
    },
    copiedOverrideGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and ${show(request.userInfo.username)} copies onto it, from its owner, what ` +
        `would let it be deleted. Take that off the owner (metadata.ownerReferences names it), and write it on the object itself: `,
    },
    copiedReleaseGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and ${show(request.userInfo.username)} copies onto it, from its owner, what ` +
        `would remove the protection. Put the owner (metadata.ownerReferences names it) as it was, and change the object itself`,
    },
    bindingGuard: {
      operation: "create",
      denyWhen: () => true,
      message: ({ object }) =>
        `the Binding of Pod ${object.metadata.name} would write labels or annotations of it that protect Pods or let them be deleted. ` +
        `Bind it without them`,
    },
  },
});

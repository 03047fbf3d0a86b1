import { deletionPolicy } from "../../dsl/index.ts";
import { objectName } from "../../dsl/ways-out.ts";

/** An update that takes the marks away, so that the delete that follows is let through (threats T3, T4). */
export const release = deletionPolicy({
  name: "release",
  match: [{ group: "*.any", resource: "*/*" }],
  rules: {
    releaseGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject }) =>
        `${objectName(oldObject)} is protected against deletion, and this update would lift the protection`,
    },
    subresourceGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and this update through /${request.subResource ?? ""} would lift the ` +
        `protection. That is done on the object itself, not on a part of it`,
    },
    namespaceReleaseGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject }) =>
        `Namespace ${oldObject.metadata.name} protects what is in it against deletion, and this update would lift the protection`,
    },
    namespaceSubresourceGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `Namespace ${oldObject.metadata.name} protects what is in it against deletion, and this update through ` +
        `/${request.subResource ?? ""} would lift the protection. That is done on the Namespace itself, not on a part of it`,
    },
    wayOutGuard: {
      operation: "update",
      denyWhen: () => true,
      message: ({ oldObject, request }) =>
        `${objectName(oldObject)} is protected against deletion, and this update through /${request.subResource ?? ""} touches what lets ` +
        `it be deleted. That is written on the object itself (kubectl annotate), not on a part of it`,
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

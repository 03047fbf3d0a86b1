import { deletionPolicy } from "holdfast";

const GENERIC = "services.k8s.aws/prevent-delete";

/** Refuses to delete ACK resources marked `prevent-delete`, on the object or on its Namespace. */
export default deletionPolicy({
  name: "ack-prevent-delete",
  match: [
    { group: "*.services.k8s.aws", resource: "*" },
    { group: "services.k8s.aws", resource: "*" },
  ],
  rules: {
    preventDelete: {
      denyWhen: ({ oldObject, namespaceObject, request }) => {
        const serviceKey = `${request.resource.group}/prevent-delete`;
        const own = oldObject.metadata.annotations?.[serviceKey] ?? oldObject.metadata.annotations?.[GENERIC];
        const inherited = namespaceObject?.metadata.annotations?.[serviceKey] ?? namespaceObject?.metadata.annotations?.[GENERIC];
        const decided = own ?? inherited;
        return decided !== undefined && decided !== "false";
      },
      message: ({ oldObject }) => `${oldObject.kind} ${oldObject.metadata.name} is protected`,
    },
  },
});

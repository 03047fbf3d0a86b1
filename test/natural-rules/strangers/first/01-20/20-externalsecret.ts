import { deletionPolicy, type KubernetesObject } from "holdfast";

interface ExternalSecret extends KubernetesObject {
  spec?: {
    target?: { name?: string; creationPolicy?: "Owner" | "Orphan" | "Merge" | "None"; deletionPolicy?: "Delete" | "Merge" | "Retain" };
    secretStoreRef?: { name: string; kind?: string };
  };
  status?: { conditions?: { type: string; status: string }[] };
}

export default deletionPolicy<ExternalSecret>({
  name: "external-secrets",
  match: [{ group: "external-secrets.io", version: "v1", resource: "externalsecrets" }],
  rules: {
    owned: {
      denyWhen: ({ oldObject, namespaceObject }) => {
        const { creationPolicy = "Owner", deletionPolicy: onDelete = "Retain" } = oldObject.spec?.target ?? {};
        const prod = namespaceObject?.metadata.name?.endsWith("-prod") ?? false;
        return prod && creationPolicy === "Owner" && onDelete !== "Retain";
      },
      message: ({ oldObject }) => `Secret ${oldObject.spec?.target?.name ?? oldObject.metadata.name} would be deleted with its ExternalSecret`,
    },
  },
});

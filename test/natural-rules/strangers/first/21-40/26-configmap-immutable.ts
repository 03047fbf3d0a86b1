import { deletionPolicy } from "holdfast";
import type { ConfigMap } from "holdfast/kinds";

export default deletionPolicy<ConfigMap>({
  name: "configmaps",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    immutable: {
      denyWhen: ({ oldObject }) => oldObject.immutable === true,
      message: "Immutable config maps stay",
    },
    locked: {
      denyWhen: ({ oldObject }) =>
        Object.entries(oldObject.data ?? {}).some(([key, value]) => key.endsWith(".lock") && value.trim() !== ""),
      message: ({ oldObject }) =>
        `ConfigMap ${oldObject.metadata.name} holds locks: ${Object.entries(oldObject.data ?? {})
          .filter(([k, v]) => k.endsWith(".lock") && v.trim() !== "")
          .map(([k, v]) => `${k} (${v.trim()})`)
          .join("; ")}`,
    },
  },
});

import { deletionPolicy } from "holdfast";
import type { Secret } from "holdfast/kinds";

/** Secrets of Helm releases and with private keys stay. */
export default deletionPolicy<Secret>({
  name: "kind-secret",
  match: [{ group: "", version: "v1", resource: "secrets" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    release: {
      denyWhen: ({ oldObject }) => oldObject.type === "example.com/release",
      message: ({ oldObject }) => `Secret ${oldObject.metadata.name} holds a release`,
    },
    privateKey: {
      denyWhen: ({ oldObject }) => (oldObject.data?.["tls.key"] ?? "") !== "",
      message: ({ oldObject }) => `Secret ${oldObject.metadata.name} holds a private key`,
    },
  },
});

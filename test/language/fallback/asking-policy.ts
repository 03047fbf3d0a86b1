/** Denies what is shared and used, and what is kept; the second message names the users. */
export const askingPolicy = `import { deletionPolicy, released, resource } from "holdfast";
import type { Pod } from "holdfast/kinds";

const pods = resource<Pod>({
  group: "",
  version: "v1",
  resource: "pods",
  indices: { account: ({ spec }) => spec?.serviceAccountName },
});

/** ConfigMaps that Pods use. */
export default deletionPolicy({
  name: "used-config",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  rules: {
    kept: {
      denyWhen: ({ oldObject, cluster }) =>
        oldObject.metadata.labels?.["example.com/keep"] === "yes" ||
        (oldObject.metadata.labels?.["example.com/shared"] === "true" &&
          cluster.exists(pods, { namespace: oldObject.metadata.namespace ?? "", labels: { keeps: oldObject.metadata.name } })),
      message: ({ oldObject }) => \`ConfigMap \${oldObject.metadata.name} is kept\`,
    },
    used: {
      denyWhen: ({ oldObject, cluster }) =>
        oldObject.metadata.labels?.["example.com/shared"] === "true" &&
        cluster
          .list(pods, { namespace: oldObject.metadata.namespace ?? "", index: { account: "builder" } })
          .some((pod) => pod.metadata.annotations?.["uses"] === oldObject.metadata.name),
      message: ({ oldObject, cluster }) =>
        \`ConfigMap \${oldObject.metadata.name} is used by \${cluster
          .list(pods, { namespace: oldObject.metadata.namespace ?? "", index: { account: "builder" } })
          .filter((pod) => pod.metadata.annotations?.["uses"] === oldObject.metadata.name)
          .map((pod) => pod.metadata.name)
          .join(", ")}\`,
    },
  },
});
`;

/** What has to stand beside a policy that asks. */
export const fallbackDeclaration = `import { fallback } from "holdfast";
export default fallback({ image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}" });
`;

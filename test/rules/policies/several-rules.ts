import { type KubernetesObject, deletionPolicy, show } from "holdfast";

interface Ingress extends KubernetesObject {
  readonly spec: { readonly rules: readonly { readonly host?: string }[]; readonly ingressClassName: string };
}

/** Two reasons to keep an Ingress, and a hint that does not deny anything. */
export default deletionPolicy<Ingress>({
  name: "several-rules",
  match: [{ group: "networking.k8s.io", version: "v1", resource: "ingresses" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    publicHost: {
      denyWhen: ({ oldObject }) => (oldObject.spec?.rules ?? []).some((rule) => rule.host?.endsWith(".example.com") === true),
      message: ({ oldObject }) => `Ingress ${oldObject.metadata.name} serves a public host`,
    },
    reasonGiven: {
      denyWhen: ({ oldObject }) => (oldObject.metadata.annotations?.["keep-because"] ?? "") !== "",
      message: ({ oldObject }) => `kept because: ${show(oldObject.metadata.annotations?.["keep-because"] ?? "")}`,
    },
    oldClass: {
      warnWhen: ({ oldObject }) => oldObject.spec?.ingressClassName === undefined,
      message: "has no ingressClassName; whatever serves it is not known",
    },
  },
});

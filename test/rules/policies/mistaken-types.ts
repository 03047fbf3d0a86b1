import { type KubernetesObject, deletionPolicy } from "holdfast";

/** Types that somebody has mistaken: `handler` is a text, but what is declared as texts here are lists and objects. */
interface RuntimeClass extends KubernetesObject {
  readonly handler: string;
  readonly overhead: string;
  readonly scheduling: { readonly nodeSelector: string | number; readonly tolerations: readonly string[] };
}

/**
 * Comparing a list or an object with a text is an error in the API server's CEL, of built-in kinds from Kubernetes 1.37
 * on.
 */
export default deletionPolicy<RuntimeClass>({
  name: "mistaken-types",
  match: [{ group: "node.k8s.io", version: "v1", resource: "runtimeclasses" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    text: {
      denyWhen: ({ oldObject: { overhead, handler, metadata } }) => {
        const isPlain = overhead === "none" ? metadata.name === "plain" : handler === "main";
        return isPlain && overhead !== "some";
      },
      message: ({ oldObject }) => `${oldObject.metadata.name} is the main one`,
    },
    map: {
      denyWhen: ({ oldObject: { scheduling, handler } }) =>
        (scheduling?.nodeSelector === 5 ? handler === "x" : handler === "map") && scheduling?.nodeSelector !== "a",
      message: "it selects nodes",
    },
    element: {
      denyWhen: ({ oldObject: { scheduling, handler } }) =>
        !(scheduling?.tolerations ?? []).includes("main") && scheduling?.tolerations?.[0] !== "main" && handler === "element",
      message: "it tolerates",
    },
  },
});

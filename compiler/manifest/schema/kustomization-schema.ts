import { type Schema, recordSchema } from "./primitives.ts";

/** Only files beside it: kustomize would fetch a URL or leave the directory for a path. */
export const kustomizationSchema: Schema = recordSchema({
  apiVersion: { const: "kustomize.config.k8s.io/v1beta1" },
  kind: { const: "Kustomization" },
  resources: { type: "array", items: { type: "string", pattern: "^[^/\\\\:?]+\\.yaml$" }, uniqueItems: true },
});

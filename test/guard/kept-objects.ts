import type { PolicyRequest } from "../../compiler/simulator/testing/index.ts";
import type { Asked } from "./asked.ts";

/** A policy that keeps what has the label `keep: "yes"`, and objects with and without it. */
export const policyWith = (match: string, guards = ""): string => `
import { deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "keep",
  match: [${match}],
  overrides: [released()],
  ${guards}
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes",
      message: "kept",
    },
  },
});
`;

export const uid = "3f0e7b1c-0000-4000-8000-000000000001";
export const kept = { labels: { keep: "yes" } };

export const object = (kind: string, metadata: object, more: object = {}) => ({
  kind,
  metadata: { name: "one", uid, ...metadata },
  ...more,
});
export const configMap = (metadata: object = {}, more: object = {}) => ({
  apiVersion: "v1",
  ...object("ConfigMap", { namespace: "shop", ...metadata }, more),
});
export const pod = (metadata: object = {}) => ({ apiVersion: "v1", ...object("Pod", { namespace: "shop", ...metadata }) });
export const namespace = (metadata: object = {}) => ({ apiVersion: "v1", ...object("Namespace", metadata) });

/** The rule that denies, or nothing. */
export const deniedBy = (asked: Asked, request: PolicyRequest): readonly string[] => asked.ask(request).map(({ rule }) => rule);

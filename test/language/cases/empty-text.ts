import type { Family } from "../language-case.ts";

const requests = {
  plain: { stored: { metadata: { annotations: { a: "x , y" } } } },
  empty: { stored: { metadata: { annotations: { a: "" } } } },
  absent: { stored: {} },
};

/**
 * Kubernetes 1.30 fails to look for a place in an empty text (measured on 1.30.14), where the API server's evaluator of
 * today does not: few, so that each run on a real server has them.
 */
export const emptyText: Family = {
  title: "places in an empty text",
  requests,
  cases: [
    {
      title: "parts without the spaces beside the separator",
      rule: String.raw`({ oldObject }) => { const parts = (oldObject.metadata.annotations?.["a"] ?? "").split(/\s*,\s*/); return parts.includes("y") || parts.includes(oldObject.metadata.name); }`,
      denies: ["plain"],
    },
  ],
};

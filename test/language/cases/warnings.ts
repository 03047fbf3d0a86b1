import { iterationLimit } from "../../../compiler/language/limits.ts";
import type { Family } from "../language-case.ts";

const keys = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), ""]));

const requests = {
  plain: { stored: { metadata: { annotations: { a: "1" } }, spec: { size: 1 } } },
  bare: { stored: {} },
  large: { stored: { metadata: { annotations: keys(iterationLimit + 1) }, spec: { size: 1 } } },
  "through v2": { stored: { metadata: { annotations: { a: "1" } } }, version: "v2" },
  "large, through v2": { stored: { metadata: { annotations: keys(iterationLimit + 1) } }, version: "v2" },
} as const;

/** One rule has three validations here: its version, its limit and itself. Only one of them may speak. */
export const warnings: Family = {
  title: "rules that warn",
  type: "spec?: { size?: number }",
  action: "warn",
  requests,
  cases: [
    { title: "a constant", rule: `() => true`, denies: Object.keys(requests), says: { plain: "no" } },
    {
      title: "an iteration",
      rule: `({ oldObject }) => !Object.keys(oldObject.metadata.annotations ?? {}).includes("none")`,
      denies: Object.keys(requests),
      says: { plain: "no" },
    },
    {
      title: "a field of a version",
      rule: `({ oldObject }) => oldObject.spec?.size !== 7`,
      denies: Object.keys(requests),
      says: { plain: "no", bare: "no" },
    },
    {
      title: "an iteration and a field of a version",
      rule: `({ oldObject }) => !Object.keys(oldObject.metadata.annotations ?? {}).includes("none") && oldObject.spec?.size !== 7`,
      message: '({ oldObject }) => `sorted ${sorted(Object.keys(oldObject.metadata.annotations ?? {})).join(" ")}`',
      denies: Object.keys(requests),
      says: { plain: "sorted a", bare: "sorted ".trim() },
    },
  ],
};

import { deletionPolicy } from "holdfast";
import type { Gadget } from "../types/gadget.example.com.v1.d.ts";

/** One rule for each sort of field that `holdfast types` knows. */
export default deletionPolicy<Gadget>({
  name: "generated-types",
  match: [{ group: "example.com", version: "v1", resource: "gadgets" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    integer: { denyWhen: ({ oldObject }) => (oldObject.spec?.copies ?? 0) > 1, message: "there are copies" },
    large: { denyWhen: ({ oldObject }) => oldObject.spec?.serial === 9_007_199_254_740_991, message: "its number is the last" },
    double: { denyWhen: ({ oldObject }) => (oldObject.spec?.weight ?? 0) >= 2.5, message: "it is heavy" },
    flag: { denyWhen: ({ oldObject }) => oldObject.spec?.locked === true, message: "it is locked" },
    choice: { denyWhen: ({ oldObject }) => oldObject.spec?.state === "Used", message: "it is in use" },
    numberOrText: {
      denyWhen: ({ oldObject }) => oldObject.spec?.port === 80 || oldObject.spec?.port === "http",
      message: "it is reachable",
    },
    list: { denyWhen: ({ oldObject }) => oldObject.spec?.owners?.includes("root") === true, message: "it belongs to root" },
    records: {
      denyWhen: ({ oldObject }) => (oldObject.spec?.parts ?? []).some(({ name, size }) => name === "engine" && (size ?? 0) > 3),
      message: "its engine is large",
    },
    map: { denyWhen: ({ oldObject }) => (oldObject.spec?.limits?.["height"] ?? 0) > 7, message: "it is high" },
    known: {
      denyWhen: ({ oldObject }) => oldObject.spec?.settings?.mode?.startsWith("keep") === true,
      message: "its mode keeps it",
    },
    unknown: { denyWhen: ({ oldObject }) => oldObject.spec?.settings?.["pinned"] === true, message: "it is pinned" },
    oddName: {
      denyWhen: ({ oldObject }) => oldObject.spec?.["x-odd-name"]?.endsWith("!") === true,
      message: "its odd name keeps it",
    },
    embedded: {
      denyWhen: ({ oldObject }) => oldObject.spec?.template?.metadata?.labels?.["keep"] === "true",
      message: "its template is labelled",
    },
    anything: { denyWhen: ({ oldObject }) => oldObject.spec?.anything === "keep", message: "anything may keep it" },
  },
});

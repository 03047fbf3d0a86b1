import type { Construct } from "../construct-table.ts";

const only = "delete of a Pod";

/** What a Pod has, whose fields the API server types. */
export const podConstructs: readonly Construct[] = [
  { name: "the phase of a Pod", gives: "bool", code: '(oldObject.status?.phase === "Running")', only },
  { name: "a text of a Pod", gives: "maybeText", code: "oldObject.spec?.serviceAccountName", only },
  {
    name: "images of a Pod",
    gives: "bool",
    code: "(oldObject.spec?.containers ?? []).some(($) => $.image === <text $:text>)",
    only,
  },
  {
    name: "arguments in a Pod",
    gives: "bool",
    code: "(oldObject.spec?.containers ?? []).some(($) => ($.args ?? []).includes(<constant text>))",
    only,
  },
  {
    name: "ports in a Pod",
    gives: "bool",
    code: "(oldObject.spec?.containers ?? []).every(($) => ($.ports ?? []).length === 1)",
    only,
  },
  {
    name: "a condition of a Pod",
    gives: "maybeText",
    code: '(oldObject.status?.conditions ?? []).find(($) => $.type === "Ready")?.status',
    only,
  },
  { name: "how many containers", gives: "whole", code: "(oldObject.spec?.containers ?? []).length", only },
];

import type { Family } from "../language-case.ts";

const requests = {
  text: { stored: { spec: { known: 3, other: "a", "x-y": "a", in: true } } },
  number: { stored: { spec: { known: 2, other: 5 } } },
  record: { stored: { spec: { known: "3", other: { a: 1 } } } },
  null: { stored: { spec: { known: null, other: null, constructor: null } } },
  inherited: { stored: { spec: { known: 3, constructor: "a" } } },
  "a list for spec": { stored: { spec: ["other"] } },
  bare: { stored: {} },
} as const;

/** What `x-kubernetes-preserve-unknown-fields` becomes beside known fields: a record that may have any other key, too. */
export const preservedFields: Family = {
  title: "records with other fields",
  type: 'spec?: { known?: Int32; "x-y"?: string; [key: string]: unknown }',
  requests,
  cases: [
    {
      title: "a known field keeps its type",
      rule: `({ oldObject: { spec } }) => (spec?.known ?? 0) > 2`,
      cel: "(type(variables.spec.?known.orValue(null)) == int || type(variables.spec.?known.orValue(null)) == double ? variables.spec.known : 0) <= 2",
      denies: ["text", "inherited"],
    },
    {
      title: "another field, compared",
      rule: `({ oldObject: { spec } }) => spec?.other === "a" || spec?.["other"] === 5`,
      denies: ["text", "number"],
    },
    {
      title: "another field, there or not",
      rule: `({ oldObject: { spec } }) => spec?.other !== undefined`,
      denies: ["text", "number", "record"],
    },
    {
      title: "names that are no identifiers",
      rule: `({ oldObject: { spec } }) => spec?.["x-y"]?.startsWith("a") === true && spec["in"] === true`,
      denies: ["text"],
    },
    {
      title: "names that objects inherit",
      rule: `({ oldObject: { spec } }) => spec?.["toString"] !== undefined || spec?.constructor !== undefined`,
      denies: ["inherited"],
    },
  ],
};

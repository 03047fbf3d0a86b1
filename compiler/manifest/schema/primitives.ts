import {
  dnsSubdomainPattern,
  labelValuePattern,
  longestLabelValue,
  longestObjectName,
  qualifiedNamePattern,
} from "../../ir/valid-names.ts";

/** A JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** An object with exactly these properties: nothing else, and all of them but the ones named optional. */
export function recordSchema(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}

/** Never empty: the API server would drop an empty list, and what is read back would differ from the file. */
export function listSchema(items: Schema, limits: Schema = {}): Schema {
  return { type: "array", items, minItems: 1, ...limits };
}

/** Not blank, and within what cel-go parses: 100,000 code points (cel-go v0.26.0: parser/parser.go). */
export const expression: Schema = { type: "string", pattern: "\\S", maxLength: 100_000 };

export const emptySelector: Schema = { type: "object", properties: {}, additionalProperties: false };

const labelValue: Schema = { type: "string", pattern: labelValuePattern, maxLength: longestLabelValue };

export const objectNameSchema: Schema = {
  type: "string",
  pattern: dnsSubdomainPattern,
  maxLength: longestObjectName,
  not: { pattern: "\\.static\\.k8s\\.io$" },
};

/** metav1.LabelSelector, as far as it is written; the API server rejects what is no key or value of a label. */
export const selector: Schema = recordSchema(
  {
    matchLabels: {
      type: "object",
      minProperties: 1,
      propertyNames: { pattern: qualifiedNamePattern },
      additionalProperties: labelValue,
    },
    matchExpressions: listSchema(
      recordSchema(
        {
          key: { type: "string", pattern: qualifiedNamePattern },
          operator: { enum: ["Exists", "In", "NotIn"] },
          values: listSchema(labelValue),
        },
        ["values"],
      ),
    ),
  },
  ["matchLabels", "matchExpressions"],
);

export const conditionName: Schema = { type: "string", pattern: qualifiedNamePattern };

export const metadata: Schema = recordSchema({
  name: objectNameSchema,
  labels: {
    type: "object",
    propertyNames: { pattern: qualifiedNamePattern },
    additionalProperties: labelValue,
  },
  annotations: { type: "object", propertyNames: { pattern: qualifiedNamePattern }, additionalProperties: { type: "string" } },
});

import { type Schema, emptySelector, listSchema, recordSchema, selector } from "./primitives.ts";

/** `*` stands alone (kubernetes v1.37.1: pkg/apis/admissionregistration/validation, validateRule). */
function namesOrStar(item: Schema): Schema {
  const names = listSchema({ ...item, not: { const: "*" } }, { uniqueItems: true });
  return { anyOf: [{ const: ["*"] }, names] };
}

const group: Schema = { type: "string", pattern: "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$", maxLength: 253 };
const version: Schema = { type: "string", pattern: "^[a-z]([-a-z0-9]*[a-z0-9])?$", maxLength: 63 };
const operation: Schema = { enum: ["CREATE", "UPDATE", "DELETE"] };

/**
 * `pods`, `pods/status`, `pods/*`, `*`, `*\/scale`, `*\/*`; which of them go together is checked in `check-file.ts`.
 */
const resource: Schema = { type: "string", pattern: "^(\\*|[a-z0-9][-a-z0-9.]*)(/(\\*|[a-z0-9][-a-z0-9]*))?$" };

export const resourceRule: Schema = recordSchema({
  apiGroups: namesOrStar(group),
  apiVersions: namesOrStar(version),
  operations: namesOrStar(operation),
  resources: listSchema(resource, { uniqueItems: true, compatibleResources: true }),
  scope: { const: "*" },
});

export const matchConstraints: Schema = recordSchema(
  {
    matchPolicy: { const: "Equivalent" },
    namespaceSelector: emptySelector,
    objectSelector: selector,
    resourceRules: listSchema(resourceRule),
    excludeResourceRules: listSchema(resourceRule),
  },
  ["excludeResourceRules"],
);

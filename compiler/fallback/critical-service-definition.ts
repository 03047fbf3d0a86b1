import { criticalServices, criticalServicesDefinitionName } from "./critical-services.ts";

/** As the API server has names in paths; whatever is called otherwise is nothing. */
const name = { type: "string", minLength: 1, maxLength: 253, pattern: "^[^/%]+$", not: { enum: [".", ".."] } };
const group = { type: "string", maxLength: 253, pattern: "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$" };
/** The plural; criteria may also be written with the kind, as the document does. */
const plural = { type: "string", minLength: 1, maxLength: 253, pattern: "^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$" };
const pluralOrKind = { type: "string", minLength: 1, maxLength: 253, pattern: "^[A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?$" };
/** apimachinery: pkg/apis/meta/v1/validation, ValidateFinalizerName. */
const finalizerName = { type: "string", minLength: 1, maxLength: 316 };

const criterion = {
  type: "object",
  required: ["type"],
  properties: {
    type: { type: "string", enum: ["Finalizer", "SpecificResource"] },
    finalizer: {
      type: "object",
      required: ["resource", "finalizerName"],
      properties: { group, resource: pluralOrKind, finalizerName },
    },
    specificResource: {
      type: "object",
      required: ["resource", "name"],
      properties: { group, resource: pluralOrKind, namespace: name, name },
    },
  },
  "x-kubernetes-validations": [
    {
      rule: "(self.type == 'Finalizer') == has(self.finalizer) && (self.type == 'SpecificResource') == has(self.specificResource)",
      message: "of finalizer and specificResource give the one that type names, and only that",
    },
  ],
};

const spec = {
  type: "object",
  required: ["provider"],
  properties: {
    provider: {
      type: "object",
      description: "What has to stay until all criteria are met.",
      required: ["resource", "namespace", "name"],
      properties: { group, resource: plural, namespace: name, name },
      // Another provider would leave the first one unprotected at a stroke; a second service says the same without that.
      "x-kubernetes-validations": [
        { rule: "self == oldSelf", message: "provider cannot be changed: create another CriticalService" },
      ],
    },
    criteria: {
      type: "array",
      description: "All of them have to be met; without any the provider may go.",
      maxItems: 32,
      items: criterion,
    },
  },
};

const condition = {
  type: "object",
  required: ["type", "status", "reason", "message", "lastTransitionTime"],
  properties: {
    type: { type: "string" },
    status: { type: "string", enum: ["True", "False", "Unknown"] },
    reason: { type: "string" },
    message: { type: "string" },
    observedGeneration: { type: "integer", format: "int64" },
    lastTransitionTime: { type: "string", format: "date-time" },
  },
};

const schema = {
  type: "object",
  required: ["spec"],
  properties: {
    spec,
    status: {
      type: "object",
      properties: {
        conditions: { type: "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"], items: condition },
      },
    },
  },
};

const columns = [
  { name: "Provider", type: "string", jsonPath: ".spec.provider.name" },
  { name: "Namespace", type: "string", jsonPath: ".spec.provider.namespace" },
  { name: "Ready", type: "string", jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
];

/** The kind CriticalService. */
export const criticalServiceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: criticalServicesDefinitionName },
  spec: {
    group: criticalServices.group,
    scope: "Cluster",
    names: {
      kind: "CriticalService",
      listKind: "CriticalServiceList",
      plural: criticalServices.resource,
      singular: "criticalservice",
    },
    versions: [
      {
        name: criticalServices.version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {} },
        additionalPrinterColumns: columns,
      },
    ],
  },
} as const;

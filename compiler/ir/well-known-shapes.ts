import type { FieldShape, RecordShape, Shape } from "../api/shape.ts";

const text: Shape = { kind: "string" };
const flag: Shape = { kind: "boolean" };
const wholeNumber: Shape = { kind: "number", format: "int64" };
const texts: Shape = { kind: "list", element: text };
const textLists: Shape = { kind: "map", value: texts };
const textMap: Shape = { kind: "map", value: text };

const always = (shape: Shape): FieldShape => ({ shape, presence: "always", typedByServer: true });
const optional = (shape: Shape): FieldShape => ({ shape, presence: "optional", typedByServer: true });
/** An authenticator may give a user no name (a webhook does that), and then the key is absent: it reads as empty text. */
const leftOutEmpty: FieldShape = { ...always(text), isLeftOutEmpty: true };
const record = (fields: RecordShape["fields"]): RecordShape => ({ kind: "record", fields });

const ownerReference = record({
  apiVersion: always(text),
  kind: always(text),
  name: always(text),
  uid: always(text),
  controller: optional(flag),
  blockOwnerDeletion: optional(flag),
});

const managedFields = record({
  manager: optional(text),
  operation: optional(text),
  apiVersion: optional(text),
  time: optional(text),
  fieldsType: optional(text),
  fieldsV1: optional({ kind: "map", value: { kind: "unknown" } }),
  subresource: optional(text),
});

/** `metadata` of any object: the API server decodes it into its own type, also for custom resources. */
export const metadataShape = record({
  name: always(text),
  namespace: optional(text),
  uid: always(text),
  creationTimestamp: always(text),
  deletionTimestamp: optional(text),
  labels: optional(textMap),
  annotations: optional(textMap),
  finalizers: optional(texts),
  ownerReferences: optional({ kind: "list", element: ownerReference }),
  generateName: optional(text),
  resourceVersion: optional(text),
  generation: optional(wholeNumber),
  deletionGracePeriodSeconds: optional(wholeNumber),
  managedFields: optional({ kind: "list", element: managedFields }),
});

/** The shape without `managedFields`, which may be larger than the rest of an object. */
export function withoutManagedFields(shape: RecordShape): RecordShape {
  const metadata = shape.fields["metadata"];
  if (metadata?.shape.kind !== "record") return shape;
  const { managedFields: _, ...fields } = metadata.shape.fields;
  return { ...shape, fields: { ...shape.fields, metadata: { ...metadata, shape: { ...metadata.shape, fields } } } };
}

/** What all kinds have in common. */
export const objectShape = record({
  apiVersion: always(text),
  kind: always(text),
  metadata: always(metadataShape),
});

/** `metadata` of an object that is being created: requests such as an eviction's may come without a name. */
export const createdMetadataShape = record({
  ...metadataShape.fields,
  name: leftOutEmpty,
  uid: leftOutEmpty,
  // A null where the API server fills in no time, as on an eviction.
  creationTimestamp: { ...optional(text), typedByServer: false },
});

const namespaceCondition = record({
  type: optional(text),
  status: optional(text),
  reason: optional(text),
  message: optional(text),
});

/**
 * `namespaceObject` as declared by the API server (apiserver: pkg/admission/plugin/cel/compile.go, BuildNamespaceType).
 */
export const namespaceShape = record({
  metadata: always(
    record({
      name: always(text),
      generateName: optional(text),
      uid: always(text),
      resourceVersion: always(text),
      generation: optional(wholeNumber),
      labels: optional(textMap),
      annotations: optional(textMap),
      finalizers: optional(texts),
      creationTimestamp: always(text),
      deletionTimestamp: optional(text),
      deletionGracePeriodSeconds: optional(wholeNumber),
    }),
  ),
  spec: optional(record({ finalizers: optional(texts) })),
  status: optional(record({ phase: optional(text), conditions: optional({ kind: "list", element: namespaceCondition }) })),
});

const groupVersionKind = record({ group: always(text), version: always(text), kind: always(text) });
const groupVersionResource = record({ group: always(text), version: always(text), resource: always(text) });

/**
 * `request` as the API server binds it (same file, BuildRequestType): the JSON form, so that empty text is an absent
 * key. `group` of the core API is empty, too, but the nested structs have no `omitempty`.
 */
export const requestShape = record({
  operation: always(text),
  kind: always(groupVersionKind),
  resource: always(groupVersionResource),
  subResource: optional(text),
  requestKind: always(groupVersionKind),
  requestResource: always(groupVersionResource),
  requestSubResource: optional(text),
  name: optional(text),
  namespace: optional(text),
  userInfo: always(record({ username: leftOutEmpty, uid: optional(text), groups: optional(texts), extra: optional(textLists) })),
  dryRun: always(flag),
  options: optional(
    record({
      kind: always(text),
      apiVersion: always(text),
      dryRun: optional(texts),
      propagationPolicy: optional(text),
      gracePeriodSeconds: optional(wholeNumber),
      orphanDependents: optional(flag),
      preconditions: optional(record({ uid: optional(text), resourceVersion: optional(text) })),
      fieldManager: optional(text),
      fieldValidation: optional(text),
    }),
  ),
});

import { type CustomResource, anything } from "../control-plane/crds.ts";

/** The mark for every service, in the words of ACK's design: what the policies say is held against it. */
export const generic = "services.k8s.aws/prevent-delete";

/** A kind of ACK (or one that is mistaken for it), with the spec of an object that its schema takes. */
export type TestKind = CustomResource & { readonly spec: Readonly<Record<string, unknown>> };

const textByKey = { type: "object", additionalProperties: { type: "string" } };
const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { type: "string" }]));

/** The required fields of the real schema, and nothing else of it. */
function schemaOf(required: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const spec = { type: "object", properties: required, required: Object.keys(required) };
  return { type: "object", properties: { spec, status: anything } };
}

/**
 * Real kinds have one version, `v1alpha1`, with a status subresource. The second one is added for the test: a DELETE
 * through it reaches the same objects. It has no status subresource, so status is written with the object there.
 */
function versionsOf(schema: Record<string, unknown>): CustomResource["versions"] {
  return [
    { name: "v1alpha1", statusSubresource: true, schema },
    { name: "v1alpha2", schema },
  ];
}

export const bucket: TestKind = {
  group: "s3.services.k8s.aws",
  kind: "Bucket",
  plural: "buckets",
  scope: "Namespaced",
  versions: versionsOf(schemaOf(texts("name"))),
  spec: { name: "a-bucket" },
};

export const dbInstance: TestKind = {
  group: "rds.services.k8s.aws",
  kind: "DBInstance",
  plural: "dbinstances",
  scope: "Namespaced",
  versions: versionsOf(schemaOf(texts("dbInstanceClass", "dbInstanceIdentifier", "engine"))),
  spec: { dbInstanceClass: "db.t4g.micro", dbInstanceIdentifier: "a-database", engine: "postgres" },
};

/** In the group of all services, whose own key is the generic key. */
export const adoptedResource: TestKind = {
  group: "services.k8s.aws",
  kind: "AdoptedResource",
  plural: "adoptedresources",
  scope: "Namespaced",
  versions: versionsOf(schemaOf({ aws: textByKey, kubernetes: textByKey })),
  spec: { aws: { nameOrID: "a-bucket" }, kubernetes: { group: "s3.services.k8s.aws", kind: "Bucket" } },
};

/** The one kind of ACK that is cluster-scoped. */
export const iamRoleSelector: TestKind = {
  group: "services.k8s.aws",
  kind: "IAMRoleSelector",
  plural: "iamroleselectors",
  scope: "Cluster",
  versions: versionsOf(schemaOf(texts("arn"))),
  spec: { arn: "arn:aws:iam::123456789012:role/a-role" },
};

/** No service has a cluster-scoped kind today; nothing keeps one from getting it. */
export const clusterScopedRole: TestKind = {
  group: "iam.services.k8s.aws",
  kind: "Role",
  plural: "roles",
  scope: "Cluster",
  versions: versionsOf(schemaOf(texts("name"))),
  spec: { name: "a-role" },
};

/** Ends like ACK's group, but not after a dot. */
export const evilBucket: TestKind = { ...bucket, group: "evilservices.k8s.aws" };

export type Place = {
  readonly name?: string;
  /** Absent for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  readonly version?: string;
  readonly subresource?: string;
  readonly query?: string;
};

export function pathOf(kind: TestKind, { name, namespace, version = "v1alpha1", subresource, query }: Place): string {
  const scope = namespace === undefined ? "" : `namespaces/${namespace}/`;
  const parts = [name, subresource].filter((part) => part !== undefined);
  const path = [`/apis/${kind.group}/${version}/${scope}${kind.plural}`, ...parts].join("/");
  return query === undefined ? path : `${path}?${query}`;
}

export type Metadata = {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
};

export function objectOf({ group, kind, spec }: TestKind, metadata: Metadata): Record<string, unknown> {
  return { apiVersion: `${group}/v1alpha1`, kind, metadata, spec };
}

export function namespaceOf(name: string, annotations: Readonly<Record<string, string>> = {}): Record<string, unknown> {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name, annotations } };
}

import type { Document, GoField, GoTypes, Operation, Release } from "./sources.ts";
import type { Schema, Schemas } from "../openapi.ts";

/** A kind that is stored, in its newest stable version or in one that is served beside it. */
export interface ApiKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** In which admission sees an object of this very kind. */
  readonly subresources: readonly string[];
  /** The first of the versions of Kubernetes that serves it. */
  readonly since: string;
  /** `io.k8s.api.apps.v1.Deployment` */
  readonly definition: string;
}

/** A definition of the newest version, with what other sources say of its fields. */
export interface Definition {
  readonly name: string;
  readonly schema: Schema;
  readonly fields: ReadonlyMap<string, Field>;
}

export interface Field {
  readonly schema: Schema;
  readonly isRequired: boolean;
  /** Unless it has been there since the oldest version, or for as long as the definition. */
  readonly since: string | undefined;
  readonly go: GoField;
}

export interface Api {
  readonly kinds: readonly ApiKind[];
  readonly definitions: ReadonlyMap<string, Definition>;
}

export function readApi(releases: readonly Release[], goTypes: readonly GoTypes[]): Api {
  const newest = releases.at(-1);
  if (newest === undefined) throw new Error("no release");
  const stable = newest.documents.filter(({ version }) => /^v\d+$/.test(version));
  const schemas = Object.assign({}, ...stable.map((document) => document.schemas)) as Schemas;
  const since = sinceOf(releases);
  const kinds = stable.flatMap((document) => kindsIn(document, since));
  const definitions = Object.entries(schemas).map(([name, schema]) => {
    return [name, { name, schema, fields: fieldsOf(name, schema, { since, goTypes }) }] as const;
  });
  return { kinds, definitions: new Map(definitions) };
}

/** The first release that has something: a definition, a field of one, a served resource. */
type Since = ReadonlyMap<string, string>;

function sinceOf(releases: readonly Release[]): Since {
  const since = new Map<string, string>();
  const note = (key: string, version: string): unknown => since.has(key) || since.set(key, version);
  for (const { version, documents } of releases) {
    for (const key of documents.flatMap(keysOf)) note(key, version);
  }
  return since;
}

function keysOf({ paths, schemas }: Document): readonly string[] {
  const definitions = Object.entries(schemas).flatMap(([name, { properties }]) => {
    return [name, ...Object.keys(properties ?? {}).map((field) => `${name}.${field}`)];
  });
  return [...Object.keys(paths), ...definitions];
}

/** What can be read, listed and deleted: neither reviews nor bindings, and no proxies. */
function kindsIn({ group, version, paths, schemas }: Document, since: Since): readonly ApiKind[] {
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  return Object.keys(paths).flatMap((path) => {
    const [, namespaced, resource] = /^(\/namespaces\/\{namespace\})?\/([a-z]+)\/\{name\}$/.exec(path.slice(root.length)) ?? [];
    const { get, delete: remove } = paths[path] ?? {};
    const kind = get?.["x-kubernetes-group-version-kind"]?.kind;
    if (!path.startsWith(`${root}/`) || resource === undefined || kind === undefined || remove === undefined) return [];
    const definition = Object.keys(schemas).find((name) =>
      schemas[name]?.["x-kubernetes-group-version-kind"]?.some((one) => one.kind === kind && one.group === group),
    );
    if (definition === undefined) throw new Error(`no schema of ${path}`);
    const subresources = subresourcesOf(path, kind, paths);
    const isNamespaced = namespaced !== undefined;
    return [{ group, version, kind, resource, isNamespaced, subresources, since: since.get(path) ?? "", definition }];
  });
}

/** What is written through them goes through admission as the kind itself. */
function subresourcesOf(path: string, kind: string, paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>) {
  const written = Object.entries(paths).filter(([one, { put }]) => {
    return one.startsWith(`${path}/`) && put?.["x-kubernetes-group-version-kind"]?.kind === kind;
  });
  return written.map(([one]) => one.slice(path.length + 1)).toSorted();
}

interface Sources {
  readonly since: Since;
  readonly goTypes: readonly GoTypes[];
}

function fieldsOf(name: string, schema: Schema, { since, goTypes }: Sources): ReadonlyMap<string, Field> {
  const own = since.get(name);
  return new Map(
    Object.entries(schema.properties ?? {}).map(([field, of]) => {
      const go = goFieldOf(name, field, goTypes);
      const first = since.get(`${name}.${field}`);
      const isWritten = go.always && field !== "metadata";
      const isRequired = schema.required?.includes(field) === true || isWritten || isWanted(name, field);
      return [field, { schema: of, isRequired: isRequired && !go.null, since: first === own ? undefined : first, go }];
    }),
  );
}

/** A null of either version counts; values that have become more will become more again. */
function goFieldOf(definition: string, field: string, goTypes: readonly GoTypes[]): GoField {
  const type = definition
    .replace(/^io\.k8s\./, "k8s.io/")
    .replace(/\.(\w+)$/, "#$1")
    .replaceAll(".", "/")
    .replace("#", ".")
    .replace("k8s/io", "k8s.io");
  const found = goTypes.flatMap((types) => types[type]?.[field] ?? []);
  const [newest, ...older] = found;
  if (newest === undefined) return { null: false, entryNull: false, always: false };
  const isNever = neverNull.has(`${definition.split(".").at(-1)}.${field}`);
  const isKnown = older.every(({ values }) => String(values) === String(newest.values));
  return {
    null: !isNever && found.some((one) => one.null),
    entryNull: found.some((one) => one.entryNull),
    always: found.every((one) => one.always),
    ...(isKnown && newest.values !== undefined && { values: newest.values }),
  };
}

function isWanted(definition: string, field: string): boolean {
  return neverAbsent.has(`${definition.split(".").at(-1)}.${field}`);
}

/**
 * What no schema requires, and the API server's validation wants, or Go writes: `omitempty` leaves out no struct, so that
 * a Node has an empty `spec`.
 */
const neverAbsent: ReadonlySet<string> = new Set([
  "Ingress.spec",
  "IngressClass.spec",
  "Job.spec",
  "JobTemplateSpec.spec",
  "Lease.spec",
  "LimitRange.spec",
  "Namespace.spec",
  "NetworkPolicy.spec",
  "Node.spec",
  "PersistentVolume.spec",
  "PersistentVolumeClaim.spec",
  "Pod.spec",
  "PodDisruptionBudget.spec",
  "PodTemplateSpec.spec",
  "ReplicationController.spec",
  "ResourceQuota.spec",
  "Service.spec",
]);

/** What Go would write as null and the API server's validation wants filled in. */
const neverNull: ReadonlySet<string> = new Set([
  "CustomResourceDefinitionSpec.versions",
  "DaemonSetSpec.selector",
  "DeploymentSpec.selector",
  "Endpoint.addresses",
  "HTTPIngressPath.pathType",
  "HTTPIngressRuleValue.paths",
  "PodSpec.containers",
  "PolicyRule.verbs",
  "ReplicaSetSpec.selector",
  "StatefulSetSpec.selector",
]);

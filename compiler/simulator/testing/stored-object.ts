import { fieldsOf } from "../../api/json.ts";
import { type UntypedObject, namespaceNamed } from "../admission/index.ts";
import {
  type NamespaceDescription,
  type RequestDescription,
  type TestedMetadata,
  type TestedObject,
  RequestProblem,
} from "./request-description.ts";
import type { RequestTarget } from "./resource-of.ts";

/** What the API server sets on every object, and no test cares about. */
const systemMetadata = { uid: "00000000-0000-4000-8000-000000000000", creationTimestamp: "2026-01-01T00:00:00Z" };

/** As `kubectl` has it without `-n`. */
const defaultNamespace = "default";

/** The objects of a request as the API server has them when admission looks at them. */
export interface StoredObjects {
  readonly object: UntypedObject;
  readonly oldObject: UntypedObject | undefined;
  /** Undefined where the object is cluster-scoped. */
  readonly namespaceObject: UntypedObject | undefined;
}

export function storedObjects(description: RequestDescription, target: RequestTarget): StoredObjects {
  const { object, oldObject, operation } = description;
  const namespace = namespaceOf(description, target);
  const old = oldObject === undefined ? undefined : asStored(oldObject, namespace);
  const sent = old === undefined ? object : carriedOver(object, old);
  const named = operation === "create" ? withGeneratedName(sent) : sent;
  if (named.metadata?.name === undefined || named.metadata.name === "")
    throw new RequestProblem(`the ${object.kind} has no name`, "write metadata: { name: ... }");
  return {
    object: asStored(named, namespace),
    oldObject: old,
    namespaceObject: namespace === undefined ? undefined : namespaceObjectOf(namespace, description.namespace),
  };
}

/** The namespace of the object by name; kinds of unknown scope are namespaced where something says so. */
function namespaceOf(description: RequestDescription, { isNamespaced }: RequestTarget): string | undefined {
  const { object, namespace: around } = description;
  const own = ownNamespace(description);
  const surrounding = around === undefined ? undefined : (nameOf(around) ?? own ?? defaultNamespace);
  if (own !== undefined && surrounding !== undefined && own !== surrounding)
    throw new RequestProblem(`the object is in the namespace ${own}, not in ${surrounding}`, "give the name once");
  const named = own ?? surrounding;
  if (isNamespaced === false && named !== undefined)
    throw new RequestProblem(`${object.kind} is cluster-scoped`, "leave its namespace out");
  return named ?? (isNamespaced === true ? defaultNamespace : undefined);
}

/** The one that the objects name. */
function ownNamespace({ object, oldObject }: RequestDescription): string | undefined {
  const [before, after] = [oldObject?.metadata?.namespace, object.metadata?.namespace];
  if (before === undefined || after === undefined || before === after) return before ?? after;
  throw new RequestProblem("an update moves the object to another namespace", "give both objects the same namespace");
}

function nameOf({ name, metadata }: NamespaceDescription): string | undefined {
  return metadata?.name ?? name;
}

/** What an update cannot change (apiserver: pkg/registry/rest/update.go, BeforeUpdate). */
function carriedOver(object: TestedObject, old: UntypedObject): TestedObject {
  const kept = ["name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"];
  const fields = kept.flatMap((name) => (old.metadata[name] === undefined ? [] : [[name, old.metadata[name]] as const]));
  const { name } = object.metadata ?? {};
  if (name !== undefined && name !== old.metadata.name)
    throw new RequestProblem(`an update renames ${old.metadata.name} to ${name}`, "give both objects the same name");
  return { ...object, metadata: { ...object.metadata, ...Object.fromEntries(fields) } };
}

/** Admission sees the name that the API server has made of `generateName`, though the request has none. */
function withGeneratedName(object: TestedObject): TestedObject {
  const { name, generateName } = object.metadata ?? {};
  if (name !== undefined || generateName === undefined) return object;
  return { ...object, metadata: { ...object.metadata, name: `${generateName}x7k2p` } };
}

/** What a Namespace holds has what the API server sets, too: a guard that reads the UID would be an error without it. */
export function heldObjects({ holding = [] }: RequestDescription): readonly UntypedObject[] {
  return holding.map((object) => asStored(object, object.metadata?.namespace));
}

function asStored(object: TestedObject, namespace: string | undefined): UntypedObject {
  const own: TestedMetadata = { ...systemMetadata, ...object.metadata, ...(namespace !== undefined && { namespace }) };
  const stored: UntypedObject = { ...object, metadata: { ...own } };
  if (stored.apiVersion !== "v1") return stored;
  if (stored.kind === "Namespace") return withNameLabel(stored);
  return stored.kind === "Pod" ? withGracePeriod(stored) : stored;
}

/** kubernetes: pkg/registry/core/namespace/strategy.go and the NamespaceDefaultLabelName feature. */
function withNameLabel(namespace: UntypedObject): UntypedObject {
  const { name = "", labels } = namespace.metadata;
  const marks = fieldsOf(labels);
  return { ...namespace, metadata: { ...namespace.metadata, labels: { ...marks, "kubernetes.io/metadata.name": name } } };
}

/** kubernetes: pkg/apis/core/v1/defaults.go, SetDefaults_PodSpec. The options of its delete are made from it. */
function withGracePeriod(pod: UntypedObject): UntypedObject {
  return { ...pod, spec: { terminationGracePeriodSeconds: 30, ...fieldsOf(pod["spec"]) } };
}

function namespaceObjectOf(name: string, description: NamespaceDescription = {}): UntypedObject {
  const { metadata, spec, status } = description;
  const notMarks = ["apiVersion", "kind", "spec", "status"];
  const own = Object.entries(description).filter(([field]) => !notMarks.includes(field));
  const described = namespaceNamed(name, { ...systemMetadata, ...(metadata ?? Object.fromEntries(own)), name });
  return withNameLabel({ ...described, ...(spec !== undefined && { spec }), ...(status !== undefined && { status }) });
}

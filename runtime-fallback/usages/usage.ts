import { isJsonObject, type JsonObject, textsOf, fieldsOf } from "../../compiler/api/json.ts";
import { type ObjectKey, type ResourceId, resourceText } from "../kubernetes/resource.ts";
import { keyOf, type StoredObject } from "../kubernetes/stored-object.ts";

/** What is used, or what uses it, as a Usage says it. */
export interface UsageReference {
  readonly group: string;
  readonly kind: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  readonly selector: UsageSelector | undefined;
}

export interface UsageSelector {
  readonly labels: Readonly<Record<string, string>>;
  readonly matchControllerRef: boolean;
  readonly namespace: string | undefined;
}

/** A Usage of any kind, narrowed once. */
export interface Usage {
  readonly resource: ResourceId;
  readonly key: ObjectKey;
  readonly uid: string;
  readonly object: StoredObject;
  readonly of: UsageReference | undefined;
  readonly by: UsageReference | undefined;
  readonly reason: string;
  readonly isBeingDeleted: boolean;
  readonly finalizers: readonly string[];
}

/** `usages.protection.holdfast.dev/shop/main`: in the queue, and in the mark on what is used. */
export function usageText({ resource, key }: Pick<Usage, "resource" | "key">): string {
  return `${resource.resource}.${resource.group}/${key.namespace ?? ""}/${key.name}`;
}

/** Out of that text; empty for what is in none. */
export function namespaceOfUsage(usage: string): string {
  return usage.split("/")[1] ?? "";
}

/** Whatever stands in the object: its definition may be somebody else's. */
export function decodeUsage(resource: ResourceId, object: StoredObject): Usage {
  const { metadata } = object;
  const spec = fieldsOf(object["spec"]);
  return {
    resource,
    key: keyOf(object),
    uid: metadata.uid,
    object,
    of: decodeReference(spec["of"]),
    by: decodeReference(spec["by"]),
    reason: text(spec["reason"]) ?? "",
    isBeingDeleted: metadata["deletionTimestamp"] !== undefined,
    finalizers: textsOf(metadata["finalizers"]),
  };
}

/**
 * Where the object is, or where it is looked for, if it is in a namespace at all; a Usage that says none means its own.
 */
export function namespaceMeant(reference: UsageReference | undefined, own: string | undefined): string | undefined {
  return reference?.namespace ?? reference?.selector?.namespace ?? own;
}

/** For messages: `Cluster.eks.example.com shop/main`. */
export function referenceText({ group, kind, namespace, name }: UsageReference): string {
  const place = namespace === undefined ? "" : `${namespace}/`;
  return `${group === "" ? kind : `${kind}.${group}`} ${place}${name ?? "(not selected yet)"}`;
}

/** What a watched object is found by: `apps/deployments shop/web`. */
export function targetText(resource: ResourceId, { namespace = "", name }: ObjectKey): string {
  return `${resourceText(resource)} ${namespace}/${name}`;
}

/** `spec.of` or `spec.by`, whatever stands there. */
export function decodeReference(value: unknown): UsageReference | undefined {
  if (!isJsonObject(value)) return undefined;
  const { apiVersion, kind } = value;
  const ref = fieldsOf(value["resourceRef"]);
  const [group, version] = String(apiVersion).split("/");
  return {
    group: version === undefined ? "" : (group ?? ""),
    kind: text(kind) ?? "",
    name: text(ref["name"]),
    namespace: text(ref["namespace"]),
    selector: decodeSelector(value["resourceSelector"]),
  };
}

function decodeSelector(value: unknown): UsageSelector | undefined {
  if (!isJsonObject(value)) return undefined;
  return {
    labels: texts(value["matchLabels"]),
    matchControllerRef: value["matchControllerRef"] === true,
    namespace: text(value["namespace"]),
  };
}

/** Labels or annotations; what is no text is none. */
export function texts(value: unknown): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Owner references of an object. */
export function ownersOf({ metadata }: StoredObject): readonly JsonObject[] {
  const owners = metadata["ownerReferences"];
  return Array.isArray(owners) ? owners.filter(isJsonObject) : [];
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

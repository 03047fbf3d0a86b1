import { isJsonObject, type JsonObject, fieldsOf } from "../../compiler/api/json.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import type { ResourceId } from "../kubernetes/resource.ts";

export interface NamedKind extends ResourceId {
  readonly kind: string;
}

/** A kind of claim and that of its composites. Claims delete nothing else, whatever they refer to. */
interface ClaimKinds {
  readonly claim: NamedKind;
  readonly composite: NamedKind;
}

/** As the API server serves them; claims outlive the kind of their composites where its definition is deleted first. */
export interface ServedClaimKinds {
  readonly claim: NamedKind;
  readonly composite: NamedKind | undefined;
}

export type DeletePolicy = "Foreground" | "Background";

/** Undefined: the claim does not say. What is neither of the two is no reason to hold it. */
export function ownPolicy({ spec }: StoredObject): DeletePolicy | undefined {
  const policy = isJsonObject(spec) ? spec["compositeDeletePolicy"] : undefined;
  if (policy === undefined || policy === null) return undefined;
  return policy === "Foreground" ? "Foreground" : "Background";
}

/** The name of its composite; undefined where it has none, or one of a kind that was not declared. */
export function compositeName({ spec }: StoredObject, { composite }: ClaimKinds): string | undefined {
  const reference = part(spec, "resourceRef");
  const name = reference["name"];
  return isOfKind(reference, composite) && typeof name === "string" && name !== "" ? name : undefined;
}

/** Whether the composite says that it is this claim's, too: whoever writes claims could name somebody else's. */
export function isBoundTo({ spec }: StoredObject, { metadata }: StoredObject, { claim }: ClaimKinds): boolean {
  const reference = part(spec, "claimRef");
  const isSame = reference["name"] === metadata.name && reference["namespace"] === metadata.namespace;
  return isOfKind(reference, claim) && isSame;
}

/** In whatever version: that is written anew now and then, and the object is the same. */
function isOfKind(reference: JsonObject, { group, kind }: NamedKind): boolean {
  const apiVersion = reference["apiVersion"];
  return reference["kind"] === kind && typeof apiVersion === "string" && apiVersion.startsWith(`${group}/`);
}

function part(value: unknown, key: string): JsonObject {
  return fieldsOf(fieldsOf(value)[key]);
}

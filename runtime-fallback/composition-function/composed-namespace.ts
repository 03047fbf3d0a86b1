import { isJsonObject } from "../../compiler/api/json.ts";
import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** A composed resource that is a Namespace, or has a provider make one. */
export interface ComposedNamespace {
  /** Of the composed resource itself: `Object` of provider-kubernetes, or `Namespace`. */
  readonly kind: "Object" | "Namespace";
  /** Of the Namespace in the cluster; undefined where the provider takes it from the name of its Object. */
  readonly namespace: string | undefined;
}

/** Groups of provider-kubernetes: cluster-scoped, and in a namespace since Crossplane 2. */
const objectGroups = ["kubernetes.crossplane.io", "kubernetes.m.crossplane.io"];

/** Undefined for everything else. A Namespace is what its kind says, whatever else of it is odd. */
export function composedNamespace(resource: JsonObject): ComposedNamespace | undefined {
  if (isNamespace(resource)) return { kind: "Namespace", namespace: composedName(resource) };
  if (resource["kind"] !== "Object" || !objectGroups.includes(groupOf(resource["apiVersion"]))) return undefined;
  const manifest = fieldOf(fieldOf(fieldOf(resource, "spec"), "forProvider"), "manifest");
  if (!isJsonObject(manifest) || !isNamespace(manifest)) return undefined;
  return { kind: "Object", namespace: composedName(manifest) ?? composedName(resource) };
}

const isNamespace = ({ apiVersion, kind }: JsonObject): boolean => apiVersion === "v1" && kind === "Namespace";

function groupOf(apiVersion: JsonValue | undefined): string {
  return typeof apiVersion === "string" ? (apiVersion.split("/")[0] ?? "") : "";
}

export function composedName(resource: JsonObject): string | undefined {
  const name = fieldOf(fieldOf(resource, "metadata"), "name");
  return typeof name === "string" && name !== "" ? name : undefined;
}

export function fieldOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

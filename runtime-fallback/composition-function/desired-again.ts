import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { fieldOf } from "./composed-namespace.ts";
import { isJsonObject } from "../../compiler/api/json.ts";

/**
 * Of an observed resource, what a composition wants of it: what it is, its labels and annotations, and its spec. What Crossplane, the API
 * server or a provider writes stays out, since whoever wants a field also owns it from then on: the name (Crossplane keeps the one that
 * there is), status, finalizers, owners, and annotations of Crossplane itself, but for the external name, by which a provider finds what
 * it has made.
 */
export function desiredAgain(observed: JsonObject): JsonObject {
  const metadata = fieldOf(observed, "metadata");
  const namespace = fieldOf(metadata, "namespace");
  const labels = kept(fieldOf(metadata, "labels"), (key) => !isOfCrossplane(key));
  const annotations = kept(fieldOf(metadata, "annotations"), (key) => key === externalName || !isWrittenByOthers(key));
  // A Namespace's spec is its finalizers, which are the namespace controller's.
  const spec = observed["kind"] === "Namespace" ? undefined : observed["spec"];
  return sorted({
    apiVersion: observed["apiVersion"] ?? "",
    kind: observed["kind"] ?? "",
    metadata: {
      ...(namespace !== undefined && { namespace }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    ...(spec !== undefined && { spec }),
  });
}

const externalName = "crossplane.io/external-name";

const isOfCrossplane = (key: string): boolean => (key.split("/")[0] ?? "").endsWith("crossplane.io");

const isWrittenByOthers = (key: string): boolean =>
  isOfCrossplane(key) || key === "kubectl.kubernetes.io/last-applied-configuration";

function kept(value: JsonValue | undefined, isKept: (key: string) => boolean): JsonObject {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => isKept(key))) : {};
}

/** Maps have no order on the wire: the same resource is the same bytes, however it came. */
function sorted(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, sortedValue(value)]),
  );
}

function sortedValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortedValue);
  return isJsonObject(value) ? sorted(value) : value;
}

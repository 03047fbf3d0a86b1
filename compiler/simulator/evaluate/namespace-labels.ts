import type { Labels } from "../../language/objects.ts";
import type { Input } from "../../api/admission-review.ts";

/**
 * Labels that a namespace selector is held against: those of the object's Namespace. A Namespace itself has those that
 * it gets, where it is made or updated, and its own otherwise (apiserver:
 * plugin/webhook/predicates/namespace/matcher.go). Undefined for objects in no Namespace, which every selector means.
 */
export function namespaceLabelsOf({ request, namespaceObject }: Input): Labels | undefined {
  const { resource, operation, namespace = "", object, oldObject } = request;
  if (resource.group === "" && resource.resource === "namespaces") {
    const isGiven = operation !== "DELETE" && (request.subResource ?? "") === "";
    return labelsOf(isGiven ? object : oldObject);
  }
  return namespace === "" ? undefined : labelsOf(namespaceObject);
}

function labelsOf(object: unknown): Labels {
  const { metadata } = (object ?? {}) as { readonly metadata?: { readonly labels?: Labels } };
  return metadata?.labels ?? {};
}

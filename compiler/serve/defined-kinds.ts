import { fieldsOf } from "../api/json.ts";
import type { KnownKind } from "../simulator/testing/resource-of.ts";
import { ManifestProblem, type WrittenObject } from "./written-objects.ts";

/** A kind of a CustomResourceDefinition. */
export interface DefinedKind extends KnownKind {
  readonly isNamespaced: boolean;
  /** Those that are served. */
  readonly versions: readonly string[];
}

/** What the API server would serve besides its own kinds. */
export function definedKinds(objects: readonly WrittenObject[]): readonly DefinedKind[] {
  return objects.filter(({ object }) => isDefinition(object)).map(kindOf);
}

function isDefinition({ apiVersion, kind }: WrittenObject["object"]): boolean {
  return kind === "CustomResourceDefinition" && apiVersion.startsWith("apiextensions.k8s.io/");
}

function kindOf({ object, place }: WrittenObject): DefinedKind {
  const spec = fieldsOf(fieldsOf(object)["spec"]);
  const { plural, kind } = fieldsOf(spec["names"]);
  const { group, scope, versions } = spec;
  if (typeof group !== "string" || typeof plural !== "string" || typeof kind !== "string" || !Array.isArray(versions))
    throw new ManifestProblem(
      place,
      "this CustomResourceDefinition has no group, names or versions",
      "get it whole: kubectl get crd <name> -o yaml",
    );
  return {
    group,
    kind,
    resource: plural,
    isNamespaced: scope === "Namespaced",
    versions: versions.map(fieldsOf).flatMap(({ name, served }) => (typeof name === "string" && served !== false ? [name] : [])),
  };
}

import type { ResourceTypeIr, VersionedResourceTypeIr } from "../ir/fallback.ts";
import { type FallbackPart, keyOf, partOf, partsOf, refusePart, refuseValue, textOf } from "./fallback-part.ts";
import { isExactGroup, isPlural, isVersion } from "./match.ts";

/** `[{ group: "apps", resource: "deployments" }]`, each once; no list is an empty one. */
export function resourceTypes(part: FallbackPart): readonly ResourceTypeIr[] {
  return each(part, resourceType);
}

/** The same; without any there would be nothing to do. */
export function someResourceTypes(part: FallbackPart): readonly ResourceTypeIr[] {
  return required(part, resourceTypes(part));
}

export function someVersionedResourceTypes(part: FallbackPart): readonly VersionedResourceTypeIr[] {
  return required(
    part,
    each(part, (entry) => {
      const type = resourceType(entry);
      const version = textOf(partOf(entry, "version")) ?? "";
      if (type === undefined || (isVersion(version) && type.group !== "*" && type.resource !== "*"))
        return type && { ...type, version };
      refuseResource(entry);
      return undefined;
    }),
  );
}

function each<T extends ResourceTypeIr>(part: FallbackPart, read: (entry: FallbackPart) => T | undefined): readonly T[] {
  const types = partsOf(part).flatMap((entry) => read(entry) ?? []);
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

function required<T>(part: FallbackPart, types: readonly T[]): readonly T[] {
  if (partsOf(part).length === 0) refuseValue(part, `it is empty, and without ${keyOf(part)} there would be nothing to do`);
  return types;
}

/** Undefined after a diagnostic. */
function resourceType(entry: FallbackPart): ResourceTypeIr | undefined {
  const group = textOf(partOf(entry, "group"));
  const resource = textOf(partOf(entry, "resource")) ?? "";
  const isKnown = group !== undefined && (group === "*" || isExactGroup(group)) && (resource === "*" || isPlural(resource));
  if (isKnown) return { group, resource };
  refuseResource(entry);
  return undefined;
}

function refuseResource(entry: FallbackPart): void {
  refusePart("fallback-resource", entry, { text: JSON.stringify(entry.value) });
}

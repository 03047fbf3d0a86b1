import type { Node } from "ts-morph";
import type { ForegroundClaimIr } from "../../ir/fallback.ts";
import type { GroupResource } from "../../api/resource.ts";
import { type FallbackPart, keyOfPart, partOf, listedParts, rejectPart, rejectValue, writtenText } from "./fallback-part.ts";
import { isExactGroup, isPlural } from "../policies/match.ts";
import { placeIn } from "../guards/place-in.ts";
import { isServedMatch } from "../policies/served-match.ts";

/** `[{ group: "apps", resource: "deployments" }]`, each once; no list is an empty one. */
export function resourceTypes(part: FallbackPart): readonly GroupResource[] {
  return each(part, resourceType);
}

/** The same; without any there would be nothing to do. */
export function someResourceTypes(part: FallbackPart): readonly GroupResource[] {
  return required(part, resourceTypes(part));
}

/** Of groups by their names: what is marked has to be matched by policies, too, and these know no group `*`. */
export function markedResourceTypes(part: FallbackPart): readonly GroupResource[] {
  return required(
    part,
    each(part, (entry) => {
      const type = resourceType(entry);
      if (type?.group !== "*") return type;
      rejectResource(entry);
      return undefined;
    }),
  );
}

/** One by one: each is looked up by its name. */
export function exactResourceTypes(part: FallbackPart): readonly GroupResource[] {
  return required(part, each(part, exactResourceType));
}

/** `[{ claim: { group, resource }, composite: { group, resource } }]`, of exactly these. */
export function foregroundClaims(part: FallbackPart): readonly ForegroundClaimIr[] {
  const claims = listedParts(part).flatMap((entry) => {
    const claim = exactResourceType(partOf(entry, "claim"));
    const composite = exactResourceType(partOf(entry, "composite"));
    return claim === undefined || composite === undefined ? [] : [{ claim, composite }];
  });
  return required(part, claims);
}

/** `["s3.services.k8s.aws"]`; none where no pattern needs one. */
export function exactGroups(part: FallbackPart): readonly string[] {
  const groups = listedParts(part).flatMap((entry) => {
    const group = writtenText(entry);
    if (group === undefined || !isExactGroup(group)) {
      rejectValue(entry, "it takes the names of API groups, such as `s3.services.k8s.aws`");
      return [];
    }
    return isServedMatch({ group, version: undefined, resource: "*" }, placeOf(entry), entry.scope) ? [group] : [];
  });
  return [...new Set(groups)];
}

function each<T extends GroupResource>(part: FallbackPart, read: (entry: FallbackPart) => T | undefined): readonly T[] {
  const types = listedParts(part).flatMap((entry) => read(entry) ?? []);
  return [...new Map(types.map((type) => [JSON.stringify(type), type])).values()];
}

function required<T>(part: FallbackPart, types: readonly T[]): readonly T[] {
  if (listedParts(part).length === 0)
    rejectValue(part, `it is empty, and without ${keyOfPart(part)} there would be nothing to do`);
  return types;
}

function exactResourceType(entry: FallbackPart): GroupResource | undefined {
  const type = resourceType(entry);
  if (type === undefined || (type.group !== "*" && type.resource !== "*")) return type;
  rejectResource(entry);
  return undefined;
}

/** Undefined after a diagnostic. */
function resourceType(entry: FallbackPart): GroupResource | undefined {
  const group = writtenText(partOf(entry, "group"));
  const resource = writtenText(partOf(entry, "resource")) ?? "";
  const isKnown = group !== undefined && (group === "*" || isExactGroup(group)) && (resource === "*" || isPlural(resource));
  if (isKnown)
    return isServedMatch({ group, version: undefined, resource }, placeOf(entry), entry.scope) ? { group, resource } : undefined;
  rejectResource(entry);
  return undefined;
}

const placeOf = ({ node, path }: FallbackPart): Node => placeIn(node, ...path);

function rejectResource(entry: FallbackPart): void {
  rejectPart("fallback-resource", entry, { text: JSON.stringify(entry.value) });
}

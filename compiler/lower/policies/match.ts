import type { Node } from "ts-morph";
import type { MatchEntry } from "../../api/coverage.ts";
import { placeIn } from "../guards/place-in.ts";
import { isServedMatch } from "./served-match.ts";
import type { Scope } from "../scope.ts";
import { type ObjectValue, type Value, staticText } from "../value.ts";
import { label } from "../../language/service-account.ts";

const exactGroupPattern = new RegExp(`^$|^${label}(\\.${label})*$`);
const groupPattern = new RegExp(`^$|^(\\*\\.)?${label}(\\.${label})*$`);
/** `pods`, `pods/status`, `pods/*`, `*`, `*\/*`, `*\/scale`: as in a rule of matchConstraints. */
const resourcePattern = /^([a-z0-9]([-a-z0-9]*[a-z0-9])?|\*)(\/([a-z0-9]([-a-z0-9]*[a-z0-9])?|\*))?$/;
const versionPattern = /^v[a-z0-9]+$/;

/** `apps`, `""` for core; no pattern. */
export const isExactGroup = (group: string): boolean => exactGroupPattern.test(group);

/** `v1beta1` */
export const isVersion = (version: string): boolean => versionPattern.test(version);

/** `deployments`; no subresource, and not every one. */
export const isPlural = (resource: string): boolean => new RegExp(`^${label}$`).test(resource);

/** Empty after a diagnostic. */
export function lowerMatch(value: Value | undefined, node: Node, scope: Scope): readonly MatchEntry[] {
  if (value?.kind !== "list" || value.elements.length === 0) {
    if (value?.kind !== "rejected") scope.reject("no-match", placeIn(node, "match"), {});
    return [];
  }
  const entries = value.elements.map((element, at) =>
    element.kind === "object" ? lowerEntry(element, placeIn(node, "match", at), scope) : undefined,
  );
  const known = entries.filter((entry) => entry !== undefined);
  return known.length === entries.length ? known : [];
}

function lowerEntry(entry: ObjectValue, node: Node, scope: Scope): MatchEntry | undefined {
  const [group, version, resource] = ["group", "version", "resource"].map((name) => staticText(entry.properties.get(name)));
  if (group === undefined || !groupPattern.test(group)) {
    scope.reject("match-group", placeIn(node, "group"), { group: group ?? "" });
    return undefined;
  }
  if (resource === undefined || !resourcePattern.test(resource)) {
    scope.reject("match-resource", placeIn(node, "resource"), { resource: resource ?? "" });
    return undefined;
  }
  if (version !== undefined && !versionPattern.test(version)) {
    scope.reject("match-version", placeIn(node, "version"), { version });
    return undefined;
  }
  const matched = { group, version, resource };
  return isServedMatch(matched, node, scope) ? matched : undefined;
}

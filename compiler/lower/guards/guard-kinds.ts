import type { Node } from "ts-morph";
import { type MatchEntry, isMatched } from "../../api/coverage.ts";
import type { ContentKind } from "../../ir/guards.ts";
import { isClusterScoped } from "../../language/served/cluster-scoped.ts";
import { servedKinds } from "../../language/served/served-kinds.ts";
import { readKind } from "./content-kinds.ts";
import { isExactGroup, isPlural, isVersion } from "../policies/match.ts";
import { placeIn } from "./place-in.ts";
import { isServedMatch } from "../policies/served-match.ts";
import type { Scope } from "../scope.ts";
import type { Value } from "../value.ts";

/** `guards: { namespaces: { kinds: [...] } }`: kinds that the policy protects, written so that the API server can look them up. */
export function checkGuardKinds(guards: Value | undefined, of: { node: Node; match: readonly MatchEntry[] }, scope: Scope): void {
  const namespaces = guards?.kind === "object" ? guards.properties.get("namespaces") : undefined;
  const kinds = namespaces?.kind === "object" ? namespaces.properties.get("kinds") : undefined;
  if (kinds?.kind !== "list") return;
  for (const [at, value] of kinds.elements.entries()) {
    const kind = readKind(value);
    if (kind === undefined) continue;
    const place = placeIn(of.node, "guards", "namespaces", "kinds", at);
    const problem = problemWith(kind, of.match);
    if (problem === undefined) isServedMatch(kind, place, scope);
    else scope.reject("guard-kind", place, { text: `${kind.kind} (${kind.group}/${kind.version}, ${kind.resource})`, problem });
  }
}

function problemWith({ group, version, resource, kind }: ContentKind, match: readonly MatchEntry[]): string | undefined {
  if (!isExactGroup(group)) return `\`${group}\` is not an API group`;
  if (!isVersion(version)) return `\`${version}\` is not an API version`;
  if (!isPlural(resource)) return `\`${resource}\` is not a resource`;
  if (!/^[A-Z][A-Za-z0-9]*$/.test(kind)) return `\`${kind}\` is not a kind`;
  if (isClusterScoped(group, resource)) return "such objects are in no Namespace";
  if (!isMatched(match, group, resource)) return "the policy does not match it";
  const served = servedKinds.find((one) => one.group === group && one.resource === resource);
  return served === undefined || served.kind === kind ? undefined : `\`${resource}\` is the plural of \`${served.kind}\``;
}

import type { Node } from "ts-morph";
import { splitResource, type MatchEntry } from "../../api/coverage.ts";
import { type EnforcementIr } from "../../ir/enforcement.ts";
import { type Enforcement, enforcements } from "../../api/enforcement.ts";
import { isLabelKey, isLabelValue } from "../../ir/valid-names.ts";
import { isClusterScoped } from "../../language/served/cluster-scoped.ts";
import { placeIn } from "../guards/place-in.ts";
import type { Scope } from "../scope.ts";
import { type ObjectValue, type Value, staticText } from "../value.ts";

/** `enforcement: "warn"`, or by a label of the Namespace; `deny` where the policy does not say. */
export function lowerEnforcement(
  value: Value | undefined,
  { node, match }: { readonly node: Node; readonly match: readonly MatchEntry[] },
  scope: Scope,
): EnforcementIr {
  if (value?.kind !== "object") return { otherwise: levelOf(value) ?? "deny", by: undefined };
  const place = placeIn(node, "enforcement");
  const clusterScoped = match.flatMap((entry) => clusterScopedResource(entry) ?? []);
  for (const resource of clusterScoped) scope.reject("enforcement-without-namespace", place, { resource });
  const label = staticText(value.properties.get("label")) ?? "";
  if (!isLabelKey(label)) scope.reject("enforcement-label", placeIn(node, "enforcement", "label"), { text: label });
  const values = valuesOf(value);
  for (const text of Object.keys(values)) {
    if (text === "" || !isLabelValue(text)) scope.reject("enforcement-label", placeIn(node, "enforcement", "values"), { text });
  }
  return { otherwise: levelOf(value.properties.get("otherwise")) ?? "deny", by: { label, values } };
}

function valuesOf({ properties }: ObjectValue): Readonly<Record<string, Enforcement>> {
  const values = properties.get("values");
  const entries = values?.kind === "object" ? [...values.properties] : [];
  return Object.fromEntries(
    entries.flatMap(([text, value]) => {
      const level = levelOf(value);
      return level === undefined ? [] : [[text, level] as const];
    }),
  );
}

function levelOf(value: Value | undefined): Enforcement | undefined {
  return enforcements.find((level) => level === staticText(value));
}

/** What is in no Namespace; a Namespace has labels of its own. */
function clusterScopedResource({ group, resource }: MatchEntry): string | undefined {
  const plural = splitResource(resource).resource;
  return plural !== "namespaces" && isClusterScoped(group, plural) ? plural : undefined;
}

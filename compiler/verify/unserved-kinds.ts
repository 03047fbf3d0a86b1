import { apiVersionOf } from "../../runtime-fallback/kubernetes/resource.ts";
import type { ServedApis } from "../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import { isJsonObject, fieldsOf, type JsonObject } from "../api/json.ts";
import { resourceName } from "../api/resource.ts";

interface Rule {
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
}

/** What a policy matches, as `widgets.example.com`, where the API server serves none of it. */
export interface Unserved {
  readonly kinds: readonly string[];
  /** Why it may be served all the same: what discovery did not tell. Empty: the policy is never evaluated. */
  readonly unknown: readonly string[];
}

/** Undefined where the API server serves some of what the policy matches, or where the policy names no groups. */
export async function unservedKinds({ spec }: JsonObject, discovery: ServedApis): Promise<Unserved | undefined> {
  const constraints = fieldsOf(fieldsOf(spec)["matchConstraints"]);
  const rules = Array.isArray(constraints["resourceRules"]) ? constraints["resourceRules"].filter(isJsonObject).map(ruleOf) : [];
  const unknown = new Set<string>();
  for (const rule of rules) if (await servesSome(rule, discovery, unknown)) return undefined;
  const matched = rules.flatMap(({ groups, resources }) =>
    groups.flatMap((group) => resources.map((resource) => resourceName({ group, resource }))),
  );
  return matched.length === 0 ? undefined : { kinds: [...new Set(matched)], unknown: [...unknown] };
}

async function servesSome({ groups, versions, resources }: Rule, discovery: ServedApis, unknown: Set<string>): Promise<boolean> {
  for (const served of await discovery.groups()) {
    if (!names(groups, served.group)) continue;
    for (const version of served.versions.filter((one) => names(versions, one))) {
      const found = await discovery.resourcesOrWhy(apiVersionOf({ group: served.group, version }));
      if (typeof found === "string") unknown.add(found);
      else if (found.some(({ resource }) => names(resources, resource))) return true;
    }
  }
  return false;
}

function names(wanted: readonly string[], name: string): boolean {
  return wanted.includes("*") || wanted.includes(name);
}

function ruleOf(rule: JsonObject): Rule {
  const resources = textsOf(rule["resources"]).map((resource) => resource.split("/", 1)[0] ?? "");
  return { groups: textsOf(rule["apiGroups"]), versions: textsOf(rule["apiVersions"]), resources: [...new Set(resources)] };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

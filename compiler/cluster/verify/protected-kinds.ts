import type { AdmissionPolicy } from "../../simulator/admission/index.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { DenyingPolicy } from "./denying-policy.ts";
import { apiVersionOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import type { ServedApis } from "../../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import { fieldsOf, type JsonObject, objectsOf, textsOf } from "../../api/json.ts";
import { resourceName } from "../../api/resource.ts";

type ResourceRule = AdmissionPolicy["constraints"]["resourceRules"][number];

export interface ProtectedKinds {
  readonly kinds: readonly ServedResource[];
  /** Where there may be more of them: what discovery did not tell. */
  readonly unknown: readonly string[];
}

/** The kinds whose deletes the policy may deny, each once, in the version that the policy sees. */
export async function protectedKinds(denying: DenyingPolicy, discovery: ServedApis): Promise<ProtectedKinds> {
  const kinds = new Map<string, ServedResource>();
  const unknown = new Set<string>();
  for (const rule of denying.policy.constraints.resourceRules) {
    for (const resource of await resourcesOf(rule, discovery, unknown)) {
      const key = `${resource.resource}.${resource.group}`;
      if (!kinds.has(key) && isDeletable(resource) && denying.matches(resource)) kinds.set(key, resource);
    }
  }
  return { kinds: [...kinds.values()], unknown: [...unknown] };
}

/**
 * Those of preferred versions come first. A version that nobody serves is matched by no request that could be tried.
 */
async function resourcesOf(rule: ResourceRule, discovery: ServedApis, unknown: Set<string>): Promise<readonly ServedResource[]> {
  const found: ServedResource[] = [];
  for (const { group, versions } of await discovery.groups()) {
    if (!isAmong(rule.apiGroups, group)) continue;
    for (const version of versions.filter((one) => isAmong(rule.apiVersions, one))) {
      const resources = await discovery.resourcesOrWhy(apiVersionOf({ group, version }));
      if (typeof resources === "string") unknown.add(resources);
      else found.push(...resources);
    }
  }
  return found;
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.includes("*") || names.includes(name);
}

function isDeletable({ verbs }: ServedResource): boolean {
  return verbs.includes("list") && verbs.includes("delete");
}

interface Rule {
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
}

/** What a policy matches, as `widgets.example.com`, where the API server serves none of it. */
interface Unserved {
  readonly kinds: readonly string[];
  /** Why it may be served anyway: what discovery did not tell. Empty: the policy is never evaluated. */
  readonly unknown: readonly string[];
}

/** Undefined where the API server serves some of what the policy matches, or where the policy names no groups. */
export async function unservedKinds({ spec }: JsonObject, discovery: ServedApis): Promise<Unserved | undefined> {
  const constraints = fieldsOf(fieldsOf(spec)["matchConstraints"]);
  const rules = objectsOf(constraints["resourceRules"]).map(ruleOf);
  const unknown = new Set<string>();
  for (const rule of rules) if (await servesSome(rule, discovery, unknown)) return undefined;
  const matched = rules.flatMap(({ groups, resources }) =>
    groups.flatMap((group) => resources.map((resource) => resourceName({ group, resource }))),
  );
  return matched.length === 0 ? undefined : { kinds: [...new Set(matched)], unknown: [...unknown] };
}

async function servesSome({ groups, versions, resources }: Rule, discovery: ServedApis, unknown: Set<string>): Promise<boolean> {
  for (const served of await discovery.groups()) {
    if (!isAmong(groups, served.group)) continue;
    for (const version of served.versions.filter((one) => isAmong(versions, one))) {
      const found = await discovery.resourcesOrWhy(apiVersionOf({ group: served.group, version }));
      if (typeof found === "string") unknown.add(found);
      else if (found.some(({ resource }) => isAmong(resources, resource))) return true;
    }
  }
  return false;
}

function ruleOf(rule: JsonObject): Rule {
  const resources = textsOf(rule["resources"]).map((resource) => resource.split("/", 1)[0] ?? "");
  return { groups: textsOf(rule["apiGroups"]), versions: textsOf(rule["apiVersions"]), resources: [...new Set(resources)] };
}

import type { AdmissionPolicy } from "../simulator/admission/index.ts";
import type { ServedApis } from "../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { apiVersionOf } from "../../runtime-fallback/kubernetes/resource.ts";
import type { DenyingPolicy } from "./denying-policy.ts";

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

/** Those of preferred versions come first. A version that nobody serves is matched by no request that could be tried. */
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

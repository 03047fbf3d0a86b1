import type { AdmissionPolicy } from "../admission/index.ts";
import type { DiscoveredResource, Discovery } from "../cluster/discovery.ts";
import type { DenyingPolicy } from "./denying-policy.ts";

type ResourceRule = AdmissionPolicy["constraints"]["resourceRules"][number];

/** The kinds whose deletes the policy may refuse, each once, in the version that the policy sees. */
export async function protectedKinds(denying: DenyingPolicy, discovery: Discovery): Promise<readonly DiscoveredResource[]> {
  const found = new Map<string, DiscoveredResource>();
  for (const rule of denying.policy.constraints.resourceRules) {
    for (const resource of await resourcesOf(rule, discovery)) {
      const key = `${resource.resource}.${resource.group}`;
      if (!found.has(key) && isDeletable(resource) && denying.matches(resource)) found.set(key, resource);
    }
  }
  return [...found.values()];
}

/** Those of preferred versions come first. A version that nobody serves is matched by no request that could be tried. */
async function resourcesOf(rule: ResourceRule, discovery: Discovery): Promise<readonly DiscoveredResource[]> {
  const found: DiscoveredResource[] = [];
  for (const { group, versions } of await discovery.groups()) {
    if (!isAmong(rule.apiGroups, group)) continue;
    for (const version of versions.filter((one) => isAmong(rule.apiVersions, one)))
      found.push(...(await discovery.resources(group === "" ? version : `${group}/${version}`)));
  }
  return found;
}

function isAmong(names: readonly string[], name: string): boolean {
  return names.includes("*") || names.includes(name);
}

function isDeletable({ verbs }: DiscoveredResource): boolean {
  return verbs.includes("list") && verbs.includes("delete");
}

import type { Discovery } from "../cluster/discovery.ts";
import { isFields } from "../testing/object-problem.ts";
import type { Document } from "./wanted-policy.ts";

interface Rule {
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  readonly resources: readonly string[];
}

/**
 * What a policy matches, as `widgets.example.com`, where the API server serves none of it: the policy is never evaluated.
 * Undefined where it serves some of it, or where the policy names no groups.
 */
export async function unservedKinds({ spec }: Document, discovery: Discovery): Promise<readonly string[] | undefined> {
  const constraints = isFields(spec) && isFields(spec["matchConstraints"]) ? spec["matchConstraints"] : {};
  const rules = Array.isArray(constraints["resourceRules"]) ? constraints["resourceRules"].filter(isFields).map(ruleOf) : [];
  for (const rule of rules) if (await servesSome(rule, discovery)) return undefined;
  const matched = rules.flatMap(({ groups, resources }) =>
    groups.flatMap((group) => resources.map((resource) => (group === "" ? resource : `${resource}.${group}`))),
  );
  return matched.length === 0 ? undefined : [...new Set(matched)];
}

async function servesSome({ groups, versions, resources }: Rule, discovery: Discovery): Promise<boolean> {
  for (const served of await discovery.groups()) {
    if (!names(groups, served.group)) continue;
    for (const version of served.versions.filter((one) => names(versions, one))) {
      const found = await discovery.resources(served.group === "" ? version : `${served.group}/${version}`);
      if (found.some(({ resource }) => names(resources, resource))) return true;
    }
  }
  return false;
}

function names(wanted: readonly string[], name: string): boolean {
  return wanted.includes("*") || wanted.includes(name);
}

function ruleOf(rule: Document): Rule {
  const resources = textsOf(rule["resources"]).map((resource) => resource.split("/", 1)[0] ?? "");
  return { groups: textsOf(rule["apiGroups"]), versions: textsOf(rule["apiVersions"]), resources: [...new Set(resources)] };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

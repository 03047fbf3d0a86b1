import { resourceCovers } from "../../api/coverage.ts";

/** The server rejects a rule that names a resource beside a wildcard which covers it already. */
export function areCompatibleResources(resources: readonly string[]): boolean {
  return resources.every((resource, at) => resources.every((other, index) => index === at || !resourceCovers(other, resource)));
}

export function haveDistinctNames(items: readonly unknown[]): boolean {
  const names = items.map((item) => (typeof item === "object" && item !== null && "name" in item ? item.name : undefined));
  return new Set(names).size === names.length;
}

import { criticalServices, definitions } from "../../compiler/fallback/critical-services.ts";
import type { GroupResource, ResourceId } from "../api/resource.ts";

/** What a webhook of that name is about when it keeps a provider of that kind: the provider and its Namespace, a service, the definition. */
export function concernsOfServices(name: string, provider: GroupResource): readonly (GroupResource & Partial<ResourceId>)[] {
  if (name.startsWith("service.critical-services.")) return [criticalServices];
  if (name.startsWith("definition.critical-services.")) return [definitions];
  return [provider, { group: "", resource: "namespaces" }];
}

import { criticalServices, definitions } from "../../compiler/fallback/critical-services.ts";
import type { GroupResource, ResourceId } from "../api/resource.ts";

/** What may not go before a provider of that kind may: itself and its Namespace, the service, and the definition of services. */
export function concernsOfServices(provider: GroupResource): readonly (GroupResource & Partial<ResourceId>)[] {
  return [provider, { group: "", resource: "namespaces" }, criticalServices, definitions];
}

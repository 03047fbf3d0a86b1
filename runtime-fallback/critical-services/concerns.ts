import { criticalServiceResource, customResourceDefinitions } from "../../compiler/api/critical-services.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import type { ResourceId } from "../kubernetes/resource.ts";

/** What may not go before a provider of that kind may: itself and its Namespace, the service, and the definition of services. */
export function concernsOfServices(provider: GroupResource): readonly (GroupResource & Partial<ResourceId>)[] {
  return [provider, { group: "", resource: "namespaces" }, criticalServiceResource, customResourceDefinitions];
}

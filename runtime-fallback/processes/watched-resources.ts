import { criticalServiceResource } from "../../compiler/api/critical-services.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { usageKindsOf } from "../../compiler/api/usage-kinds.ts";
import type { ControllerFlags } from "./controller-flags.ts";

/** What the controller may watch, for the labels of its metrics; what a `*` stands for has the label `other`. */
export function watchedResources({ usages, criticalServices, foregroundClaims }: ControllerFlags): readonly GroupResource[] {
  const namespaces = { group: "", resource: "namespaces" };
  return [
    ...(usages.of.length > 0 ? [...usageKindsOf(usages.origins), ...usages.of] : []),
    ...(criticalServices.length > 0 ? [criticalServiceResource, namespaces, ...criticalServices] : []),
    ...foregroundClaims.map(([claim]) => claim),
  ].filter(({ group, resource }) => group !== "*" && resource !== "*");
}

import type { Permissions, PolicyRule } from "../../../compiler/api/resource.ts";
import { asksPods, objectsOf, policyText } from "../manifests/compile-fallback.ts";

/**
 * The rights of the controller, as `holdfast compile` writes them for a rule that asks and a declaration with these
 * properties.
 */
export function controllerRightsOf(properties = ""): Permissions {
  const objects = objectsOf(properties, { "policies/used.ts": policyText(asksPods) });
  const rulesOf = (kind: "Role" | "ClusterRole"): readonly PolicyRule[] => {
    const found = objects.find((object) => object.kind === kind && object.metadata.name === "holdfast-controller");
    return (found?.["rules"] ?? []) as readonly PolicyRule[];
  };
  return { role: rulesOf("Role"), clusterRole: rulesOf("ClusterRole") };
}

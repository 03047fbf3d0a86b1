import type { Permissions } from "../controller/policy-rule.ts";
import type { ClaimKinds } from "./claim-kinds.ts";

/** What foreground deletion of these claims needs. None of it where there are none. */
export function claimPermissions(kinds: readonly ClaimKinds[]): Permissions {
  if (kinds.length === 0) return { role: [], clusterRole: [] };
  const definitions = kinds.map(({ composite }) => `${composite.resource}.${composite.group}`);
  return {
    role: [],
    clusterRole: [
      ...kinds.flatMap(({ claim, composite }) => [
        { apiGroups: [claim.group], resources: [claim.resource], verbs: ["get", "list", "watch", "patch"] },
        { apiGroups: [composite.group], resources: [composite.resource], verbs: ["get", "delete"] },
      ]),
      {
        apiGroups: ["apiextensions.crossplane.io"],
        resources: ["compositeresourcedefinitions"],
        resourceNames: definitions,
        verbs: ["get"],
      },
    ],
  };
}

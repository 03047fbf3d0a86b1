import type { ApiServer } from "../kubernetes/api-server.ts";
import { findServed } from "../kubernetes/discovery/served-now.ts";
import type { Watched } from "../kubernetes/discovery/while-served.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import type { NamedKind, ServedClaimKinds } from "./claim.ts";

export interface DeclaredClaim {
  readonly claim: GroupResource;
  readonly composite: GroupResource;
}

/**
 * Both kinds as they are served, as soon as that of the claims is. Without the kind of the composites there are claims
 * still, and somebody has to let them go.
 */
export function servedClaimKinds(server: ApiServer, declared: DeclaredClaim): Pick<Watched<ServedClaimKinds>, "find" | "isSame"> {
  return {
    find: async (signal) => {
      const [claim, composite] = await Promise.all([
        findServed(server, declared.claim, { signal }),
        findServed(server, declared.composite, { signal }),
      ]);
      return claim === undefined ? undefined : { claim, composite };
    },
    isSame: (one, other) => isSameKind(one.claim, other.claim) && isSameKind(one.composite, other.composite),
  };
}

function isSameKind(one: NamedKind | undefined, other: NamedKind | undefined): boolean {
  return one?.version === other?.version && one?.kind === other?.kind;
}

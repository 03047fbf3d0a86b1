import type { ResourceId } from "../kubernetes/resource.ts";

export interface NamedKind extends ResourceId {
  readonly kind: string;
}

/** A kind of claim and that of its composites. Claims delete nothing else, whatever they refer to (threats S14). */
export interface ClaimKinds {
  readonly claim: NamedKind;
  readonly composite: NamedKind;
}

/** As the API server serves them; claims outlive the kind of their composites where its definition is deleted first. */
export interface ServedClaimKinds {
  readonly claim: NamedKind;
  readonly composite: NamedKind | undefined;
}

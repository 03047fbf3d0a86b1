import type { ObjectKey, ResourceId } from "../../kubernetes/resource.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import type { Ready } from "../condition.ts";
import type { Selection } from "./selections.ts";
import type { Propagation } from "../plan/step.ts";
import type { Usage } from "../usage.ts";

/** Where a referenced object is, or would be. */
export interface ReferencedPlace {
  readonly resource: ResourceId;
  readonly kind: string;
  readonly key: ObjectKey;
}

export function resourceAndKey({ resource, key }: ReferencedPlace): Pick<ReferencedPlace, "resource" | "key"> {
  return { resource, key };
}

/** What became of a reference, read live. */
export type SeenReference =
  | { readonly state: "none" }
  /** Nothing helps but another Usage. */
  | { readonly state: "denied"; readonly ready: Ready }
  /** Selected nothing yet; the next object that fits becomes it. */
  | { readonly state: "selecting"; readonly resource: ResourceId; readonly selection: Selection }
  /** Selected just now; nothing is done before it is written down. */
  | { readonly state: "selected"; readonly place: ReferencedPlace }
  | { readonly state: "absent"; readonly place: ReferencedPlace }
  | { readonly state: "found"; readonly place: ReferencedPlace; readonly object: StoredObject };

/** Everything that the next step depends on, at one look. */
export interface UsageSnapshot {
  readonly usage: Usage;
  readonly of: SeenReference;
  readonly by: SeenReference;
  /** What the Usage has marked before its `spec.of` was changed. */
  readonly left: SeenReference;
  /** Whether the Usage goes because the composite goes that it is part of. */
  readonly isDecomposing: boolean;
  /** Why that is not known for certain. */
  readonly compositeUnread: string | undefined;
  /**
   * UIDs of Usages, read after the targets: all others with an entry in what is to be unmarked, as far as they stand.
   */
  readonly standing: ReadonlySet<string>;
  /** How the garbage collector deletes the target, where it is at it: every owner is gone, or waits for it. */
  readonly collection: Propagation | undefined;
  /** Why the API server denied the mark at the last try. */
  readonly markDenial: string | undefined;
  /** The same of taking it off. */
  readonly unmarkDenial: string | undefined;
  /** The same of deleting the Usage after its user. */
  readonly usageDenial: string | undefined;
  /** Why deletes of what is found are not decided as a Usage promises. */
  readonly unenforced?: string | undefined;
  /** Whether deletes that somebody has asked for are applied. */
  readonly attempts: "replayed" | "ignored";
  /** Why the API server denied such a delete at the last try. */
  readonly replayDenial: string | undefined;
  readonly now: number;
}

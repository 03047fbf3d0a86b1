/** Switches a guard off. The reason stands in the report: `{ off: "owners are set by our operator, which we trust" }`. */
export interface SwitchedOff {
  readonly off: string;
}

/**
 * A rule about deletes alone can be walked around: take the label off, then delete. So each rule that refuses deletes gets
 * guards, all of them on unless they are switched off here.
 *
 * ```ts
 * guards: { release: "clear-mark", owners: { off: "owners are set by our operator, which we trust" } }
 * ```
 */
export interface Guards {
  /**
   * No update takes the protection away: marks are the labels and annotations that the rules read. `strict`, the default:
   * none at all. `clear-mark`: an update of the object itself may, because "clear the mark, then delete" is how it is
   * meant; through a subresource (`/status`) it may not.
   */
  readonly release?: "strict" | "clear-mark" | SwitchedOff;
  /** No protected object gets a new owner, together with which the garbage collector would delete it. */
  readonly owners?: SwitchedOff;
  /** The CustomResourceDefinition of a protected kind is not deleted, and goes on serving its versions. */
  readonly definitions?: SwitchedOff;
}

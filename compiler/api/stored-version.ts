/** `metadata.resourceVersion` of what is written and no API server has stored: theirs are greater. */
export const neverStored = "1";

/** Whether an API server has stored it: of what was dumped, not written, all is as controllers have left it. */
export function isOfServer({ metadata }: { readonly metadata: { readonly resourceVersion?: unknown } }): boolean {
  return metadata.resourceVersion !== neverStored;
}

import type { Live } from "./world.ts";

/** `propagationPolicy` of a delete: what becomes of the dependents. kubectl says `--cascade`, and Background unless told. */
export type PropagationPolicy = "Background" | "Foreground" | "Orphan";

/** Finalizers with which the garbage collector remembers how an object is deleted. */
export const foreground = "foregroundDeletion";
export const orphan = "orphan";

const finalizerOf: Readonly<Record<PropagationPolicy, string | undefined>> = {
  Background: undefined,
  Foreground: foreground,
  Orphan: orphan,
};

/** A new delete decides anew (apiserver: registry/generic/registry/store.go, deletionFinalizersForGarbageCollection). */
export function withFinalizerOf(policy: PropagationPolicy, finalizers: ReadonlySet<string>): ReadonlySet<string> {
  const others = [...finalizers].filter((name) => name !== foreground && name !== orphan);
  const own = finalizerOf[policy];
  return new Set(own === undefined ? others : [...others, own]);
}

/** It waits for its dependents. */
export const isInForeground = ({ isDeleting, finalizers }: Live): boolean => isDeleting && finalizers.has(foreground);

/** Another delete would change how it goes. */
export const hasFinalizerOf = ({ finalizers }: Live): boolean => finalizers.has(foreground) || finalizers.has(orphan);

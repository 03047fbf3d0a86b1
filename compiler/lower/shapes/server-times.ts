import type { Dynamic } from "../value.ts";

/**
 * Times that the API server has written itself, by its clock: any of them can be read. `deletionTimestamp` is not among
 * them, because a client's `gracePeriodSeconds` moves it by up to 292 years (measured on a Pod).
 */
export function isServerTime({ path, typed }: Dynamic): boolean {
  const [root, ...fields] = path ?? [];
  return typed && root !== undefined && fields.join(".") === "metadata.creationTimestamp";
}

/**
 * Times of the Namespace are text, but declared as timestamps (apiserver: pkg/admission/plugin/cel, BuildNamespaceType and
 * its activation): CEL's checker believes the declaration and rejects taking them for what they are. Its `uid` is
 * declared as `UID`, which it has not.
 */
export function isMisdeclared(path: readonly string[] | undefined): boolean {
  if (path?.[0] !== "namespaceObject" || path[1] !== "metadata") return false;
  return path[2] === "uid" || (path[2]?.endsWith("Timestamp") ?? false);
}

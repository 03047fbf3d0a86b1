import type { Dynamic } from "./value.ts";

/** Fields from a root down; `[]` stands for the elements of a list, `{}` for the values of a map. */
export type Path = readonly string[];

const steps: ReadonlySet<string> = new Set(["[]", "{}"]);

/** A field that is named like a step has no path. */
export function pathOfField(path: Path | undefined, name: string): Path | undefined {
  return path === undefined || steps.has(name) ? undefined : [...path, name];
}

export function elementPath(path: Path | undefined, of: "list" | "map"): Path | undefined {
  return path === undefined ? undefined : [...path, of === "list" ? "[]" : "{}"];
}

/** Whether it leads into an element of a list or an entry of a map. */
export function isInside(path: Path): boolean {
  return path.some((step) => steps.has(step));
}

/** The field that the value itself is, unless it is an element or an entry. */
export function ownField(path: Path | undefined): string | undefined {
  const last = path?.at(-1);
  return last === undefined || steps.has(last) ? undefined : last;
}

/** The field that a path ends with, as a name for what is there. */
export function nameOfPath(path: Path | undefined): string | undefined {
  return path?.findLast((step) => !steps.has(step));
}

/**
 * Times that the API server has written itself, by its clock: any of them can be read. `deletionTimestamp` is not among
 * them, because a client's `gracePeriodSeconds` moves it by up to 292 years (measured on a Pod).
 */
export function isServerTime({ path, typed }: Dynamic): boolean {
  const [root, ...fields] = path ?? [];
  return typed && root !== undefined && fields.join(".") === "metadata.creationTimestamp";
}

/**
 * Times of the Namespace are text, but declared as timestamps (apiserver: pkg/admission/plugin/cel, BuildNamespaceType
 * and its activation): CEL's checker believes the declaration and rejects taking them for what they are. Its `uid` is
 * declared as `UID`, which it has not.
 */
export function isMisdeclared(path: readonly string[] | undefined): boolean {
  if (path?.[0] !== "namespaceObject" || path[1] !== "metadata") return false;
  return path[2] === "uid" || (path[2]?.endsWith("Timestamp") ?? false);
}

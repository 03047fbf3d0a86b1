import { mark } from "./targets.ts";

type Labels = Readonly<Record<string, string>>;

/** Where it stands that an object is protected: labels of its own, and of its Namespace. */
export interface Protection {
  readonly own: Labels;
  readonly ofNamespace: Labels;
}

export const stage = "guards.example.com/stage";

/** By the policy `protect`. */
export const marked: Protection = { own: { [mark]: "true" }, ofNamespace: {} };

/** By the policy `inherited`. */
export const inheriting: Protection = { own: {}, ofNamespace: { [`${mark}-content`]: "true" } };

/** By the policy `staged`. */
export const staged: Protection = { own: { [`${mark}-staged`]: "true" }, ofNamespace: { [stage]: "production" } };

/** By the policy `frozen`. */
export const frozen: Protection = { own: { [`${mark}-frozen`]: "true" }, ofNamespace: {} };

/** By the policies `copied` and `shared`: on an object whose controller copies it, or on a Namespace. */
export const copiedMark = `${mark}-copied`;

export const keyOf = (labels: Labels): string => Object.keys(labels)[0] ?? "";

export function carries(labels: Labels | undefined, all: Labels): boolean {
  return Object.entries(all).every(([key, value]) => labels?.[key] === value);
}

import { fieldsOf, metadataOf } from "../../compiler/api/json.ts";
import { marks } from "../../compiler/api/names.ts";

/**
 * AppCat's own labels (vshn/appcat: pkg/comp-functions/runtime/function_mgr.go): they say which
 * composite an object belongs to.
 */
export const ownerLabels = {
  name: marks.appcatOwner,
  kind: "appcat.vshn.io/ownerkind",
  version: "appcat.vshn.io/ownerapiversion",
  group: "appcat.vshn.io/ownergroup",
} as const;

/** The composite that an object says it belongs to; anybody may have written that. */
export interface CompositeOwner {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
}

export type OwnerRead =
  | { readonly is: "named"; readonly owner: CompositeOwner }
  /** Keys of labels that are absent or empty. */
  | { readonly is: "incomplete"; readonly missing: readonly string[] }
  /** None of the labels is there. */
  | { readonly is: "none" };

/** Reads all four labels: each of them is needed, since a guess could find another composite, or none. */
export function readOwner(labels: UntypedLabels): OwnerRead {
  const { group, version, kind, name } = ownerLabels;
  const owner = {
    group: textOf(labels, group),
    version: textOf(labels, version),
    kind: textOf(labels, kind),
    name: textOf(labels, name),
  };
  const missing = [name, kind, version, group].filter((key) => textOf(labels, key) === "");
  if (missing.length === 0) return { is: "named", owner };
  return missing.length === Object.keys(ownerLabels).length ? { is: "none" } : { is: "incomplete", missing };
}

export type UntypedLabels = Readonly<Record<string, unknown>>;

/** Of an object as JSON; without any it has an empty set of them. */
export function labelsOf(object: unknown): UntypedLabels {
  return fieldsOf(metadataOf(object)["labels"]);
}

/** Only `"true"` counts, as with AppCat. */
export function isTrue(labels: UntypedLabels, key: string): boolean {
  return Object.hasOwn(labels, key) && labels[key] === "true";
}

function textOf(labels: UntypedLabels, key: string): string {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  return typeof value === "string" ? value : "";
}

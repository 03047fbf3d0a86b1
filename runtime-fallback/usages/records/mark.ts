import type { JsonObject } from "../../../compiler/api/json.ts";
import { markEntries, marks } from "../../../compiler/api/names.ts";
import { isOfCrossplane } from "../../../compiler/api/usage-kinds.ts";
import type { StoredObject } from "../../kubernetes/stored-object.ts";
import { texts, type Usage, usageText } from "../usage.ts";

const { inUse } = marks;
/** The same for tools of Crossplane. */
const crossplaneInUse = "crossplane.io/in-use";
const entryPrefix = markEntries.inUse;

/** The rules deny more than 2,000 on what is in use, since nobody could delete it: half of them are left to others. */
const maxAnnotations = 1_000;
/** The rules ask about each entry that an update takes away, and about 100 at most. */
const maxAtOnce = 100;

/**
 * A merge patch. It carries the resourceVersion of what was read, so that it is denied
 * where the object has changed since.
 */
export interface MetadataPatch {
  readonly metadata: JsonObject;
}

/** Whether this Usage has written itself into the object, and everything that it needs stands. */
export function isMarkedBy(object: StoredObject, usage: Usage): boolean {
  const { labels, annotations } = marksOf(object);
  const hasLabels = labels[inUse] === "true" && (!isOfCrossplane(usage.resource.group) || labels[crossplaneInUse] === "true");
  return hasLabels && annotations[entryPrefix + usage.uid] === usageText(usage);
}

/**
 * Every Usage changes the object, also one that is marked already: only then is a delete that is being decided decided
 * again (F1 of the measurements), with this Usage in sight.
 */
export function markPatch({ metadata }: StoredObject, usage: Usage): MetadataPatch {
  return {
    metadata: {
      resourceVersion: metadata.resourceVersion,
      labels: { [inUse]: "true", ...(isOfCrossplane(usage.resource.group) && { [crossplaneInUse]: "true" }) },
      annotations: { [entryPrefix + usage.uid]: usageText(usage) },
    },
  };
}

/** Why this Usage does not write itself into the object; undefined where it may, or has. */
export function objectionToMark(object: StoredObject, usage: Usage): string | undefined {
  const count = Object.keys(marksOf(object).annotations).length;
  if (count < maxAnnotations || hasEntry(object, usage)) return undefined;
  return `it has ${count} annotations, and is marked only where it has fewer than ${maxAnnotations}: remove some`;
}

/**
 * Takes the entry of this Usage away, and those of Usages that no longer exist, 100 at a time; undefined where there is
 * nothing to take. The labels go with the last entry that needs them. Crossplane's own controller writes its label
 * without any entry, and its webhook goes by that: it goes only with an entry for which it may have been written here.
 * `standing`: UIDs of the others that stand, read after the object.
 */
export function unmarkPatch(
  object: StoredObject,
  usage: Pick<Usage, "uid">,
  standing: ReadonlySet<string>,
): MetadataPatch | undefined {
  const { labels, annotations } = marksOf(object);
  const entries = Object.keys(annotations).filter((key) => key.startsWith(entryPrefix));
  const own = entryPrefix + usage.uid;
  const gone = entries.filter((key) => key !== own && !standing.has(key.slice(entryPrefix.length)));
  const going = [...entries.filter((key) => key === own), ...gone].slice(0, maxAtOnce);
  const left = entries.filter((key) => !going.includes(key));
  const isForCrossplane = (key: string) => isCrossplaneEntry(annotations[key] ?? "");
  const over = [
    ...(left.length === 0 ? [inUse] : []),
    ...(going.some(isForCrossplane) && !left.some(isForCrossplane) ? [crossplaneInUse] : []),
  ];
  const labelsGoing = over.filter((label) => labels[label] === "true");
  if (going.length === 0 && labelsGoing.length === 0) return undefined;
  return {
    metadata: {
      resourceVersion: object.metadata.resourceVersion,
      labels: Object.fromEntries(labelsGoing.map((label) => [label, null])),
      annotations: Object.fromEntries(going.map((key) => [key, null])),
    },
  };
}

/** What a Usage has written into an object: who and where it is. */
export interface MarkEntry {
  readonly uid: string;
  /** `usages.protection.holdfast.dev/shop/main` */
  readonly text: string;
}

export function entriesOfOthers(object: StoredObject, usage: Pick<Usage, "uid">): readonly MarkEntry[] {
  return Object.entries(marksOf(object).annotations)
    .filter(([key]) => key.startsWith(entryPrefix) && key !== entryPrefix + usage.uid)
    .map(([key, text]) => ({ uid: key.slice(entryPrefix.length), text }));
}

/** Whether this Usage has an entry. */
export function hasEntry(object: StoredObject, { uid }: Pick<Usage, "uid">): boolean {
  return marksOf(object).annotations[entryPrefix + uid] !== undefined;
}

/** Whether any Usage has an entry. */
export function isInUse(object: StoredObject): boolean {
  return Object.keys(marksOf(object).annotations).some((key) => key.startsWith(entryPrefix));
}

/** `usages.protection.crossplane.io/shop/main` */
function isCrossplaneEntry(value: string): boolean {
  return isOfCrossplane(value.split("/")[0] ?? "");
}

function marksOf({ metadata }: StoredObject) {
  return { labels: texts(metadata["labels"]), annotations: texts(metadata["annotations"]) };
}

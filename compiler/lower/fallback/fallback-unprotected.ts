import { annotationNames } from "../../api/names.ts";
import { type MarkChange, isKey } from "../../api/unprotection.ts";
import type { UnprotectedIr } from "../../ir/fallback.ts";
import { isLabelValue } from "../../ir/valid-names.ts";
import { type FallbackPart, isRecord, listedParts, partOf, rejectPart, rejectValue, writtenText } from "./fallback-part.ts";
import { exactResourceTypes } from "./fallback-resources.ts";

const fields = ["labels", "annotations"] as const;

/** Which objects the controller takes back, and by which marks. */
export function unprotectedOf(part: FallbackPart): UnprotectedIr {
  const [restores, removes] = [partOf(part, "restores"), partOf(part, "removes")];
  for (const inner of [restores, removes]) rejectOthers(inner);
  const restored = fields.flatMap((field) => restoredIn(partOf(restores, field), field));
  const removed = fields.flatMap((field) => removedIn(partOf(removes, field), field));
  const twice = removed.find((one) => restored.some(({ field, key }) => one.field === field && one.key === key));
  if (twice !== undefined) rejectValue(removes, `\`${twice.key}\` is restored, too: either protects by being there or opens`);
  return { of: exactResourceTypes(partOf(part, "of")), marks: [...restored, ...removed] };
}

function rejectOthers(part: FallbackPart): void {
  const unknown = isRecord(part.value) ? Object.keys(part.value).filter((key) => !fields.some((field) => field === key)) : [];
  for (const key of unknown) rejectPart("fallback-key", part, { key: `${part.path.join(".")}.${key}`, known: fields.join(", ") });
}

function restoredIn(part: FallbackPart, field: MarkChange["field"]): readonly MarkChange[] {
  const entries = isRecord(part.value) ? Object.keys(part.value) : [];
  return entries.flatMap((key) => {
    if (isOwnMark(key)) return rejectOwn(part, key);
    const value = writtenText(partOf(part, key));
    // They become one argument, with commas between.
    if (isKey(key) && value !== undefined && isLabelValue(value)) return [{ field, key, value }];
    rejectValue(part, 'it takes keys and values as labels have them, such as `{ "example.com/keep": "true" }`');
    return [];
  });
}

function removedIn(part: FallbackPart, field: MarkChange["field"]): readonly MarkChange[] {
  return listedParts(part).flatMap((entry) => {
    const key = writtenText(entry) ?? "";
    if (isOwnMark(key)) return rejectOwn(entry, key);
    if (isKey(key)) return [{ field, key, value: undefined }];
    rejectValue(entry, 'it takes keys of labels or annotations, such as `"example.com/may-go"`');
    return [];
  });
}

function rejectOwn(part: FallbackPart, key: string): MarkChange[] {
  const always = `\`${annotationNames.release}\` and \`${annotationNames.confirmation}\``;
  const problem = `\`${key}\` is Holdfast's own; ${always} are removed without being named, and no other of them is changed`;
  rejectValue(part, problem);
  return [];
}

/** Of any domain that Holdfast writes marks under: `holdfast.dev/in-use`, `usage.holdfast.dev/<uid>`. */
const isOwnMark = (key: string): boolean => /^(?:[^/]*\.)?holdfast\.dev\//.test(key);

import { parseJsonObject } from "../../../compiler/api/json.ts";
import type { MetadataPatch } from "./mark.ts";
import { namespaceMeant, texts, type Usage, type UsageReference } from "../usage.ts";

/**
 * On a Usage: what it marks. Where `spec.of` says something else by now, its entry is still to be found. It names the
 * Usage, so that a copy on another one says nothing; `policies/fallback/usage-records.ts` keeps it for this controller.
 */
const recordAnnotation = "holdfast.dev/marks";

/** What the Usage has marked, or was about to. */
export function recordedTarget({ uid, object }: Usage): UsageReference | undefined {
  const record = parseJsonObject(texts(object.metadata["annotations"])[recordAnnotation] ?? "");
  if (record === undefined) return undefined;
  const { usage, group, kind, namespace, name } = texts(record);
  if (usage !== uid) return undefined;
  if (group === undefined || kind === undefined || name === undefined) return undefined;
  return { group, kind, name, namespace, selector: undefined };
}

/** Whether the record is of what `spec.of` names. */
export function isRecorded(usage: Usage): boolean {
  const record = recordedTarget(usage);
  return record !== undefined && usage.of !== undefined && targetRecord(usage, record) === targetRecord(usage, usage.of);
}

/** To be written before the mark is. */
export function recordTargetPatch(usage: Usage, reference: UsageReference): MetadataPatch {
  const { resourceVersion } = usage.object.metadata;
  return { metadata: { resourceVersion, annotations: { [recordAnnotation]: targetRecord(usage, reference) } } };
}

function targetRecord({ uid, key }: Usage, reference: UsageReference): string {
  const { group, kind, name } = reference;
  const namespace = namespaceMeant(reference, key.namespace);
  return JSON.stringify({ usage: uid, group, kind, ...(namespace !== undefined && { namespace }), name });
}

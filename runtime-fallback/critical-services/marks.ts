import { fieldsOf } from "../../compiler/api/json.ts";
import { criticalMark } from "../../compiler/api/critical-services.ts";
import { type ApiServer, type RequestServer, mergePatch } from "../kubernetes/api-server.ts";
import { type ObjectKey, type ResourceId, keyText, objectPath, resourceText } from "../kubernetes/resource.ts";
import { isStoredObject, type StoredObject, keyOf } from "../kubernetes/stored-object.ts";
import { answerProblem, Overtaken, isOvertaken } from "../controller/answer-problem.ts";

/** Reads, and writes that only a leader sends. */
export interface MarkAccess {
  readonly server: ApiServer;
  readonly writer: RequestServer;
}

/** Who marks. */
export interface Marking {
  readonly name: string;
  readonly uid: string;
}

/** UIDs of the services whose entries the object carries. */
export function entriesOf({ metadata }: StoredObject): readonly string[] {
  return Object.keys(fieldsOf(metadata["annotations"]))
    .filter((key) => key.startsWith(criticalMark.entry))
    .map((key) => key.slice(criticalMark.entry.length));
}

export function isMarked(object: StoredObject): boolean {
  return fieldsOf(object.metadata["labels"])[criticalMark.label] === "true";
}

/** The object with the mark of that service on it, as the API server stores it now. */
export async function mark(
  access: MarkAccess,
  resource: ResourceId,
  { object, by }: { readonly object: StoredObject; readonly by: Marking },
): Promise<StoredObject> {
  if (isMarked(object) && entriesOf(object).includes(by.uid)) return object;
  return patch(access, resource, object, {
    labels: { [criticalMark.label]: "true" },
    annotations: { [`${criticalMark.entry}${by.uid}`]: by.name },
  });
}

/** Whose marks stay. */
export interface KeptMarks {
  /** UIDs of the services that exist. */
  readonly living: ReadonlySet<string>;
  /** One of them wants the object marked, whether or not its entry is there yet. */
  readonly isNamed: boolean;
}

/** Without the entries of services that no longer exist, and without the label where no service needs it. */
export async function unmark(
  access: MarkAccess,
  resource: ResourceId,
  object: StoredObject,
  { living, isNamed }: KeptMarks,
): Promise<void> {
  const entries = entriesOf(object);
  const gone = entries.filter((uid) => !living.has(uid));
  const isFree = !isNamed && gone.length === entries.length;
  if (gone.length === 0 && !isFree) return;
  await patch(access, resource, object, {
    annotations: Object.fromEntries(gone.map((uid) => [`${criticalMark.entry}${uid}`, null])),
    ...(isFree && { labels: { [criticalMark.label]: null } }),
  });
}

/**
 * Only onto the very state that was looked at: what another service wrote since stays. Rejects with
 * `Overtaken` where there is another.
 */
async function patch(
  { writer }: MarkAccess,
  resource: ResourceId,
  object: StoredObject,
  changes: { readonly labels?: object; readonly annotations: object },
): Promise<StoredObject> {
  const { uid, resourceVersion } = object.metadata;
  const key: ObjectKey = keyOf(object);
  const request = {
    method: "PATCH",
    path: objectPath(resource, key),
    contentType: mergePatch,
    body: { metadata: { uid, resourceVersion, ...changes } },
  } as const;
  const answer = await writer.request(request);
  if (answer.status === 200 && isStoredObject(answer.body)) return answer.body;
  const problem = answerProblem(request, answer, { what: `${resourceText(resource)} ${keyText(key)}` });
  throw isOvertaken(answer) ? new Overtaken(problem.message) : problem;
}

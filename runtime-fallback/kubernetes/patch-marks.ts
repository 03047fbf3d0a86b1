import type { MarkChange } from "../../compiler/api/unprotection.ts";
import { type ApiAnswer, type ApiRequest, type RequestServer, mergePatch } from "./api-server.ts";
import { acceptOf } from "./list.ts";
import { objectPath, type ResourceId } from "./resource.ts";
import { keyOf, type StoredObject } from "./stored-object.ts";

export interface PatchedMarks {
  readonly request: ApiRequest;
  readonly answer: ApiAnswer;
}

/**
 * Changes labels and annotations of one object, as it was when it was read: where it has changed since, nothing happens,
 * and the API server answers 409. Of the object it asks for metadata alone.
 */
export async function patchMarks(
  server: RequestServer,
  resource: ResourceId,
  object: StoredObject,
  changes: readonly MarkChange[],
): Promise<PatchedMarks> {
  const { uid, resourceVersion } = object.metadata;
  const marks = (field: MarkChange["field"]): object =>
    Object.fromEntries(changes.filter((one) => one.field === field).map(({ key, value }) => [key, value ?? null]));
  const request: ApiRequest = {
    method: "PATCH",
    path: objectPath(resource, keyOf(object)),
    contentType: mergePatch,
    accept: acceptOf({ resource, metadataOnly: true }, "PartialObjectMetadata"),
    body: { metadata: { uid, resourceVersion, annotations: marks("annotations"), labels: marks("labels") } },
  };
  return { request, answer: await server.request(request) };
}

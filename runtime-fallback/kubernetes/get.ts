import { ApiRejected, type ApiAnswer, ApiUnreachable, type RequestServer } from "./api-server.ts";
import { acceptOf } from "./list.ts";
import { isJsonObject } from "../../compiler/api/json.ts";
import { keyText, type ObjectKey, objectPath, type ResourceId, resourceText } from "./resource.ts";
import { isStoredObject, type StoredObject } from "./stored-object.ts";

export interface GetOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface GetObjectOptions extends GetOptions {
  /** Asks for PartialObjectMetadata: nothing but `metadata`. */
  readonly metadataOnly?: boolean;
  /** Told of the time by the API server's clock, where its answer says it. */
  readonly onDate?: (date: number) => void;
}

/** The object as it is stored now; undefined only where the API server says of this very object that there is none. */
export async function get(
  server: RequestServer,
  resource: ResourceId,
  key: ObjectKey,
  { metadataOnly = false, onDate = () => undefined, ...options }: GetObjectOptions = {},
): Promise<StoredObject | undefined> {
  const accept = acceptOf({ resource, metadataOnly }, "PartialObjectMetadata");
  const answer = await server.request({ method: "GET", path: objectPath(resource, key), accept, ...options });
  if (answer.date !== undefined) onDate(answer.date);
  const what = `${resourceText(resource)} ${keyText(key)}`;
  if (answer.status === 200) return requireObject(server, answer, key);
  if (isAbsence(answer, key)) return undefined;
  throw new ApiRejected(what, answer);
}

/** An unknown resource is a 404, too: of plain text for a custom one, without details for one in a built-in group. */
function isAbsence({ status, body }: ApiAnswer, { name }: ObjectKey): boolean {
  const { kind, reason, details } = body;
  return status === 404 && kind === "Status" && reason === "NotFound" && isJsonObject(details) && details["name"] === name;
}

function requireObject(server: RequestServer, { body }: ApiAnswer, key: ObjectKey): StoredObject {
  if (isStoredObject(body) && body.metadata.name === key.name && body.metadata.namespace === key.namespace) return body;
  const help = "look what else answers at this address";
  throw new ApiUnreachable(`${server.url} answers with another object than ${keyText(key)}`, { help });
}

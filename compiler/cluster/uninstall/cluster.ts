import { setTimeout as pause } from "node:timers/promises";
import {
  type ApiAnswer,
  ApiRejected,
  type ApiRequest,
  type RequestServer,
  mergePatch,
  ClusterError,
} from "../../../runtime-fallback/kubernetes/api-server.ts";
import { ServedApis } from "../../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { list } from "../../../runtime-fallback/kubernetes/list.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { collectionPath, isPathSegment, objectPath } from "../../../runtime-fallback/kubernetes/resource.ts";
import { annotationNames } from "../../api/names.ts";
import { metadataOf } from "../../api/json.ts";
import type { InstalledObject } from "./installed.ts";

/** In all namespaces, unless told. */
export interface Where {
  readonly namespace?: string;
  /** Objects that have it, whatever its value. */
  readonly label?: string;
}

/**
 * A policy or webhook that has just been deleted may deny for a second or so longer; what denies after that means it.
 */
const patienceMs = 20_000;
const pauseMs = 300;

/**
 * All that `holdfast uninstall` does to a cluster. Each of these throws a `ClusterError`
 * that says what could not be done.
 */
export interface UninstallCluster {
  readonly discovery: ServedApis;
  /** Every object of a kind; none where it is not served. */
  list(resource: ServedResource, where?: Where): Promise<readonly StoredObject[]>;
  patch(path: string, body: object): Promise<void>;
  /** Asks for the delete, releasing the object first where a policy of ours says so. False where there was nothing. */
  remove(path: string): Promise<boolean>;
  /** Waits until the object is gone. */
  untilGone(path: string, withinMs: number): Promise<boolean>;
  exists(path: string): Promise<boolean>;
  pathOf(object: InstalledObject): Promise<string | undefined>;
}

export function openCluster(client: RequestServer): UninstallCluster {
  const discovery = new ServedApis(client);
  const exists = async (path: string): Promise<boolean> =>
    (await accepted(client, { method: "GET", path }, [200, 404])).status === 200;
  return {
    discovery,
    list: (resource, where) => listAll(client, resource, where ?? {}),
    // 409: somebody else was faster, and the next pass reads anew.
    patch: async (path, body) =>
      void (await patiently(client, { method: "PATCH", path, contentType: mergePatch, body }, [200, 404, 409])),
    remove: (path) => remove(client, path),
    exists,
    untilGone: async (path, withinMs) => {
      for (const end = performance.now() + withinMs; performance.now() < end; await pause(pauseMs))
        if (!(await exists(path))) return true;
      return false;
    },
    pathOf: async ({ apiVersion, kind, name, namespace }) => {
      const resource = await discovery.find(apiVersion, kind);
      const isName = isPathSegment(name) && (namespace === undefined || isPathSegment(namespace));
      // What has no such name is not there.
      if (resource === undefined || !isName) return undefined;
      return objectPath(resource, { name, ...(namespace !== undefined && { namespace }) });
    },
  };
}

async function listAll(
  client: RequestServer,
  resource: ServedResource,
  { namespace, label }: Where,
): Promise<readonly StoredObject[]> {
  const place = namespace === undefined ? {} : { namespace };
  try {
    const { items } = await list(client, { resource, ...place, ...(label !== undefined && { labelSelector: label }) });
    return items;
  } catch (error) {
    if (!(error instanceof ApiRejected)) throw error;
    // Not served any more, or not to be listed.
    if ([404, 405].includes(error.answer.status)) return [];
    throw denied({ method: "GET", path: collectionPath(resource, namespace) }, error.answer);
  }
}

async function remove(client: RequestServer, path: string): Promise<boolean> {
  const asked: ApiRequest = { method: "DELETE", path, body: { apiVersion: "v1", kind: "DeleteOptions" } };
  const first = await client.request(asked);
  if (first.status === 404) return false;
  if (isSuccess(first)) return true;
  if (String(first.body["message"]).includes(annotationNames.release)) await release(client, path);
  await patiently(client, asked, [200, 202, 404, 409]);
  return true;
}

/** As the message of the policy says it: the annotation with the UID of the object. */
async function release(client: RequestServer, path: string): Promise<void> {
  const { body } = await accepted(client, { method: "GET", path }, [200, 404]);
  const metadata = metadataOf(body);
  const annotations = { [annotationNames.release]: metadata["uid"] };
  await patiently(client, { method: "PATCH", path, contentType: mergePatch, body: { metadata: { annotations } } }, [200, 404]);
}

const isSuccess = ({ status }: ApiAnswer): boolean => status === 200 || status === 202;

async function patiently(client: RequestServer, request: ApiRequest, fine: readonly number[]): Promise<ApiAnswer> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await client.request(request);
    if (fine.includes(answer.status)) return answer;
    if (performance.now() > end) throw denied(request, answer);
    await pause(pauseMs);
  }
}

async function accepted(client: RequestServer, request: ApiRequest, fine: readonly number[]): Promise<ApiAnswer> {
  const answer = await client.request(request);
  if (fine.includes(answer.status)) return answer;
  throw denied(request, answer);
}

function denied({ method, path }: ApiRequest, { status, body }: ApiAnswer): ClusterError {
  const message = String(body["message"] ?? "no reason given");
  return new ClusterError(
    `${method} ${path.split("?")[0]}: ${status}, ${message}`,
    "see to that, and run the same command again: it goes on where it stopped",
  );
}

import { randomUUID } from "node:crypto";
import type { ApiAnswer, ApiRequest, RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";

type Body = Readonly<Record<string, unknown>>;

/**
 * As much of an API server as a controller needs that reads and writes single objects: names, resourceVersions,
 * preconditions.
 */
export interface ObjectStore {
  readonly api: RequestServer;
  /** By path. */
  get(path: string): Body | undefined;
  /** As somebody else, without preconditions; undefined deletes. */
  put(path: string, body: Body | undefined): void;
  /** Every write that changed something, in order. */
  readonly writes: readonly { readonly request: ApiRequest; readonly path: string }[];
}

/** `now` is the server's wall clock. */
export function createObjectStore(now: () => number = Date.now): ObjectStore {
  const objects = new Map<string, Body>();
  const writes: { request: ApiRequest; path: string }[] = [];
  let version = 0;
  const store = (path: string, body: Body): Body => {
    const { uid = randomUUID(), ...metadata } = metadataOf(body);
    const stored = structuredClone({ ...body, metadata: { ...metadata, uid, resourceVersion: String(++version) } });
    objects.set(path, stored);
    return stored;
  };
  const answer = (request: ApiRequest): ApiAnswer => {
    const { method } = request;
    const path = request.path.split("?")[0] ?? "";
    if (path.endsWith("/selfsubjectreviews")) return time(now());
    const body = (request.body ?? {}) as Body;
    const named = method === "POST" ? `${path}/${String(metadataOf(body)["name"])}` : path;
    const current = objects.get(named);
    const problem = problemOf(method, current, body);
    if (problem !== undefined) return problem;
    if (method === "GET") return success(200, current ?? {});
    if (method === "DELETE") {
      writes.push({ request, path: named });
      objects.delete(named);
      return success(200, {});
    }
    const changed = method === "PATCH" ? patched(current ?? {}, request.body as readonly Operation[]) : body;
    if (changed === undefined) return failure(422, "Invalid");
    const isOvertaken = metadataOf(changed)["resourceVersion"] !== metadataOf(current ?? changed)["resourceVersion"];
    if (method === "PATCH" && isOvertaken) return failure(409, "Conflict");
    writes.push({ request, path: named });
    return success(method === "POST" ? 201 : 200, store(named, changed));
  };
  return {
    api: {
      url: "https://store",
      request: (request) => Promise.resolve(structuredClone(answer(request))),
      close: () => Promise.resolve(),
    },
    get: (path) => objects.get(path),
    put: (path, body) => {
      if (body === undefined) objects.delete(path);
      else store(path, body);
    },
    writes,
  };
}

function problemOf(method: ApiRequest["method"], current: Body | undefined, body: Body): ApiAnswer | undefined {
  if (method === "POST") return current === undefined ? undefined : failure(409, "AlreadyExists");
  if (current === undefined) return failure(404, "NotFound");
  const wanted = method === "DELETE" ? body["preconditions"] : method === "PUT" ? body["metadata"] : {};
  const { resourceVersion, uid } = wanted as { resourceVersion?: string; uid?: string };
  const stored = metadataOf(current);
  const isOther = (given: string | undefined, is: unknown): boolean => given !== undefined && given !== is;
  if (isOther(resourceVersion, stored["resourceVersion"]) || isOther(uid, stored["uid"])) return failure(409, "Conflict");
  return method === "PUT" && current["immutable"] === true ? failure(422, "Invalid") : undefined;
}

interface Operation {
  readonly op: "test" | "add" | "replace";
  readonly path: string;
  readonly value: unknown;
}

/** JSON Patch as far as it is used; undefined where a test fails. */
function patched(body: Body, operations: readonly Operation[]): Body | undefined {
  const copy = structuredClone(body) as Record<string, unknown>;
  for (const { op, path, value } of operations) {
    const keys = path.slice(1).split("/");
    const last = keys.pop() ?? "";
    const parent = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
    if (op === "test" && parent[last] !== value) return undefined;
    parent[last] = value;
  }
  return copy;
}

/** The review of who asks, as far as it is read: whole seconds. */
function time(now: number): ApiAnswer {
  const creationTimestamp = new Date(Math.floor(now / 1_000) * 1_000).toISOString().replace(".000", "");
  return success(201, { metadata: { creationTimestamp } });
}

function success(status: number, body: Body): ApiAnswer {
  return { status, body, retryAfterSeconds: undefined };
}

function failure(status: number, reason: string): ApiAnswer {
  return { status, body: { kind: "Status", reason, message: reason }, retryAfterSeconds: undefined };
}

function metadataOf(body: Body): Record<string, unknown> {
  return (body["metadata"] ?? {}) as Record<string, unknown>;
}

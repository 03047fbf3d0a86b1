import { setImmediate } from "node:timers/promises";
import { Pool } from "undici";

import type { Credentials } from "./credentials.ts";
import { decodeWarnings } from "../../runtime-fallback/kubernetes/http/http-api-server.ts";

export type ApiRequest = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With the query, as in `/api/v1/namespaces/default/pods?dryRun=All`. */
  readonly path: string;
  /** Sent as JSON; a string is sent as it stands, for YAML and for what is broken on purpose. */
  readonly body?: unknown;
  /** `application/json` unless told; PATCH needs one of its own. */
  readonly contentType?: string;
  /** The user to impersonate. Groups are those given, and `system:authenticated`. */
  readonly as?: string;
  readonly groups?: readonly string[];
  /** What else is known of that user; keys are plain lower-case words. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
};

export type ApiResponse = {
  readonly status: number;
  /** The object or Status; empty when the answer is no JSON object, as that of /readyz. */
  readonly body: Record<string, unknown>;
  /** The answer as it came. JSON.parse rounds integers beyond 2^53; this does not. */
  readonly text: string;
  readonly warnings: readonly string[];
};

export type ApiClient = {
  request(request: ApiRequest): Promise<ApiResponse>;
  close(): Promise<void>;
};

/** Speaks as admin, who may do everything and impersonate everybody. */
export function openApiClient(url: string, credentials: Pick<Credentials, "authority" | "admin">): ApiClient {
  const { authority, admin } = credentials;
  const pool = new Pool(url, {
    connections: 32,
    allowH2: false,
    connect: { ca: authority, cert: admin.certificate, key: admin.privateKey },
  });
  return {
    request: (request) => send(pool, request),
    // Not close(): that would wait for requests which nobody awaits any more.
    close: () => pool.destroy(),
  };
}

async function send(pool: Pool, request: ApiRequest): Promise<ApiResponse> {
  const { method, path, body } = request;
  // Compiling may have kept this process busy for longer than the server keeps an idle connection: first hear that it
  // has closed it.
  await setImmediate();
  const answer = await pool.request({
    method,
    path,
    headers: headersOf(request),
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    body: decodeObject(text),
    text,
    warnings: decodeWarnings(answer.headers["warning"]),
  };
}

function headersOf(request: ApiRequest): Record<string, string | string[]> {
  const { body, contentType = "application/json", as, groups = [], extra = {} } = request;
  if (as === undefined && groups.length > 0) {
    throw new Error("groups are impersonated only together with a user: set `as`");
  }
  return {
    accept: "application/json",
    ...(body === undefined ? {} : { "content-type": contentType }),
    ...(as === undefined ? {} : { "impersonate-user": as }),
    ...(groups.length === 0 ? {} : { "impersonate-group": [...groups] }),
    ...Object.fromEntries(Object.entries(extra).map(([key, values]) => [`impersonate-extra-${key}`, [...values]])),
  };
}

function decodeObject(text: string): Record<string, unknown> {
  if (!text.startsWith("{")) return {};
  return JSON.parse(text) as Record<string, unknown>;
}

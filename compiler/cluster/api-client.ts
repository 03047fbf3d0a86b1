import { Agent as PlainAgent, type IncomingMessage, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import { isJsonObject } from "../api/json.ts";
import { ClusterError } from "./cluster-error.ts";
import type { ClusterAccess } from "./kubeconfig.ts";
import { decodeWarnings } from "./warning-header.ts";

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With the query, as in `/api/v1/namespaces/default/pods?dryRun=All`. */
  readonly path: string;
  readonly body?: unknown;
  /** Whom to impersonate. */
  readonly user?: { readonly username: string; readonly groups: readonly string[] };
}

export interface ApiResponse {
  readonly status: number;
  /** The object or Status; empty where the answer is no JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** Speaks to one API server as the user of the kubeconfig. */
export interface ApiClient {
  readonly url: string;
  /** Throws a `ClusterError` where there is no answer; an answer that denies is an answer. */
  request(request: ApiRequest): Promise<ApiResponse>;
  close(): void;
}

const timeoutMs = 30_000;

export function openApiClient(access: ClusterAccess): ApiClient {
  const url = urlOf(access);
  const agent = isSecure(url) ? new SecureAgent(tlsOf(access)) : new PlainAgent({ keepAlive: true });
  return {
    url: access.url,
    request: (request) => send(url, { agent, token: access.token }, request),
    close: () => agent.destroy(),
  };
}

function tlsOf({ ca, cert, key, serverName, skipsVerification }: ClusterAccess) {
  const verification = { rejectUnauthorized: !skipsVerification, ...(serverName !== undefined && { servername: serverName }) };
  return { keepAlive: true, ca, cert, key, ...verification };
}

function urlOf({ url }: ClusterAccess): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && ["https:", "http:"].includes(parsed.protocol)) return parsed;
  throw new ClusterError(`${url} is no URL of an API server`, "fix the kubeconfig");
}

function isSecure({ protocol }: URL): boolean {
  return protocol === "https:";
}

interface Connection {
  readonly agent: PlainAgent | SecureAgent;
  readonly token: string | undefined;
}

async function send(url: URL, { agent, token }: Connection, request: ApiRequest): Promise<ApiResponse> {
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  // Without its length the body of a DELETE is not sent as one, and the options in it, a dry run above all, are lost.
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const headers = { ...headersOf(request, token), ...length };
  const options = { method: request.method, headers, agent, timeout: timeoutMs };
  const start = isSecure(url) ? secureRequest : plainRequest;
  const target = new URL(`${url.pathname.replace(/\/$/, "")}${request.path}`, url);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = start(target, options, resolve);
      outgoing.on("error", reject);
      outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)));
      outgoing.end(body);
    });
    return { status: answer.statusCode ?? 0, body: objectOf(await text(answer)), warnings: decodeWarnings(warningsOf(answer)) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ClusterError(`${url.origin} does not answer: ${reason}`, "is the cluster up, and is this its context?");
  }
}

/** Node joins some headers of the same name; these it keeps apart only here. */
function warningsOf(answer: IncomingMessage): readonly string[] {
  return answer.headersDistinct["warning"] ?? [];
}

function headersOf({ method, body, user }: ApiRequest, token: string | undefined): Record<string, string | string[]> {
  const contentType = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  return {
    accept: "application/json",
    ...(body !== undefined && { "content-type": contentType }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(user !== undefined && { "impersonate-user": user.username }),
    ...(user !== undefined && user.groups.length > 0 && { "impersonate-group": [...user.groups] }),
  };
}

function objectOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

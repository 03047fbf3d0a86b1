import type { IncomingMessage } from "node:http";
import type { Route } from "../decision.ts";
import { Rejection } from "../rejection.ts";
import { timeoutOf } from "../timeout.ts";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

export interface Expected {
  readonly routes: ReadonlyMap<string, Route>;
  /** Where clients have to show a certificate: the names that it may have. */
  readonly clientNames: readonly string[] | undefined;
  readonly maxBodyBytes: number;
}

/** What is known of a request before its body is read. */
export interface CheckedRequest {
  readonly route: Route;
  readonly timeoutMs: number;
  readonly bodyBytes: number;
}

/** Denies what is no call of an API server, by its head alone. Strangers come first: they learn of no path. */
export function checkRequest(request: IncomingMessage, expected: Expected): CheckedRequest {
  if (expected.clientNames !== undefined && !isKnownClient(request.socket, expected.clientNames)) {
    throw new Rejection("no-client-certificate", "a client certificate of the API server is needed here");
  }
  if (request.httpVersion !== "1.1") throw new Rejection("http-version", "HTTP/1.1 is spoken here");
  const [path, query] = splitTarget(request.url ?? "");
  const route = expected.routes.get(path);
  if (route === undefined) throw new Rejection("unknown-path", "no rule is served at this path");
  if (request.method !== "POST") throw new Rejection("wrong-method", "reviews are sent by POST");
  requireJson(request);
  return { route, timeoutMs: timeoutOf(query), bodyBytes: announcedBytes(request, expected.maxBodyBytes) };
}

/** As it stands: nothing is decoded or normalised, so that there is one way to write a path. */
function splitTarget(target: string): readonly [path: string, query: string] {
  const mark = target.indexOf("?");
  return mark === -1 ? [target, ""] : [target.slice(0, mark), target.slice(mark + 1)];
}

function requireJson({ headers }: IncomingMessage): void {
  const isJson = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(headers["content-type"] ?? "");
  if (isJson && headers["content-encoding"] === undefined) return;
  throw new Rejection("wrong-content-type", "reviews are application/json, and not compressed");
}

/**
 * API servers know the length of what they send. A body in chunks is denied: one byte a chunk, 10 MB took a gigabyte.
 * Node has made sure that the length is one number, and alone.
 */
function announcedBytes({ headers }: IncomingMessage, most: number): number {
  if (headers["transfer-encoding"] !== undefined) throw new Rejection("no-length", "reviews come with a Content-Length");
  const announced = Number(headers["content-length"] ?? 0);
  if (announced > most) throw new Rejection("too-large", `the body has more than ${most} bytes`);
  return announced;
}

/**
 * Whether the connection shows a certificate of our client authorities, for use by clients, whose common name is one of
 * these. An API server shows one where its AdmissionConfiguration names a kubeconfig for this webhook.
 */
function isKnownClient(socket: Socket, names: readonly string[]): boolean {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return false;
  // Several common names come as a list: then it is nobody's.
  const name: unknown = socket.getPeerCertificate().subject?.CN;
  return typeof name === "string" && names.includes(name);
}

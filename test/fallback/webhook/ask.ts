import { type Agent, type RequestOptions, request as openRequest } from "node:https";
import { Readable } from "node:stream";
import { type ConnectionOptions, type TLSSocket, connect } from "node:tls";

/** Where it listens, and who issued its certificate. */
export interface Server {
  readonly port: number;
  readonly authority: { readonly certificate: string };
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** All of it; of a Status, what it says. */
  readonly text: string;
  /** Of an AdmissionReview; nothing where the answer is none. */
  readonly response: Readonly<Record<string, unknown>> | undefined;
}

type Asking = Pick<RequestOptions, "headers" | "method" | "localAddress" | "cert" | "key"> & {
  readonly agent?: Agent;
  readonly path?: string;
  readonly body?: string | Buffer;
};

/** Sends a review as an API server does, and gives what came back. */
export function ask(served: Server, asking: Asking = {}): Promise<Answered> {
  const { body = JSON.stringify(reviewOf()), path = "/allow?timeout=10s", headers, agent, method = "POST", ...rest } = asking;
  const all = { "content-type": "application/json", "content-length": Buffer.byteLength(body), ...headers };
  return new Promise((resolve, reject) => {
    const options = {
      ...rest,
      method,
      host: "127.0.0.1",
      port: served.port,
      path,
      ca: served.authority.certificate,
      headers: all,
    };
    const sent = openRequest({ ...options, agent: agent ?? false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, ...contentOf(text) });
      });
    });
    sent.on("error", reject);
    if (body.length > pieceBytes) Readable.from(piecesOf(Buffer.from(body))).pipe(sent);
    else sent.end(body);
  });
}

/**
 * A large body that is written whole is encrypted whole: meanwhile other connections of the same process get no
 * further, not even through a handshake.
 */
const pieceBytes = 64 * 1024;

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
}

function contentOf(text: string): Pick<Answered, "text" | "response"> {
  if (!text.startsWith("{")) return { text, response: undefined };
  const { kind, message, response } = JSON.parse(text) as { kind: string; message: string; response: Record<string, unknown> };
  return kind === "Status" ? { text: message, response: undefined } : { text, response };
}

type Connecting = ConnectionOptions & { readonly localAddress?: string };

/** A TLS connection whose errors are only its end. */
export async function openConnection(served: Server, options: Connecting = {}): Promise<TLSSocket> {
  const socket = connect({ host: "127.0.0.1", port: served.port, ca: served.authority.certificate, ...options });
  await new Promise((resolve, reject) => socket.once("secureConnect", resolve).once("error", reject));
  socket.on("error", () => undefined);
  return socket;
}

/** Everything that comes until the connection ends. */
export function untilClosed(socket: TLSSocket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1"))));
}

/** What comes in answer to these very bytes, until the server ends the connection. */
export async function exchange(served: Server, bytes: string | Buffer, options: Connecting = {}): Promise<string> {
  const socket = await openConnection(served, options);
  const received = untilClosed(socket);
  socket.write(bytes);
  return received;
}

export const reviewUid = "705ab4f5-6393-11e8-b7cc-42010a800002";

/** A delete of a ConfigMap by alice, as an API server sends it. */
export function reviewOf(request: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const kind = { group: "", version: "v1", kind: "ConfigMap" };
  const resource = { group: "", version: "v1", resource: "configmaps" };
  return {
    kind: "AdmissionReview",
    apiVersion: "admission.k8s.io/v1",
    request: {
      uid: reviewUid,
      kind,
      resource,
      requestKind: kind,
      requestResource: resource,
      name: "settings",
      namespace: "demo",
      operation: "DELETE",
      userInfo: { username: "alice", groups: ["team-a"] },
      object: null,
      oldObject: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", namespace: "demo" }, data: {} },
      dryRun: false,
      options: { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1" },
      ...request,
    },
  };
}

/** The same as a request of HTTP/1.1. */
export function httpOf(body: string | Buffer, headers: readonly string[] = [], target = "/allow"): Buffer {
  const head = [`POST ${target} HTTP/1.1`, "Host: webhook", "Content-Type: application/json", ...headers];
  return Buffer.concat([
    Buffer.from(`${[...head, `Content-Length: ${Buffer.byteLength(body)}`].join("\r\n")}\r\n\r\n`),
    Buffer.from(body),
  ]);
}

/** A review of exactly so many bytes. */
export function reviewOfBytes(bytes: number): string {
  const review = (text: string): string => JSON.stringify(reviewOf({ oldObject: { metadata: { name: "x" }, data: { text } } }));
  return review("a".repeat(bytes - review("").length));
}

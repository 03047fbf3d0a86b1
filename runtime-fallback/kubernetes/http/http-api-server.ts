import type { Clock } from "../../clock.ts";
import { printable } from "../../escape-text.ts";
import {
  ApiRejected,
  type ApiAnswer,
  type ApiRequest,
  type ApiServer,
  ApiUnreachable,
  type ReadBody,
  type WatchEvent,
  type WatchRequest,
  ConnectError,
} from "../api-server.ts";
import { type HttpAnswer, type HttpRequest, TooLong, wasClosed } from "./connections.ts";
import type { CredentialSource } from "../access/credentials.ts";
import { isTooLate, startDeadline } from "./deadline.ts";
import { parseJsonObject } from "../../../compiler/api/json.ts";
import { impersonationHeaders } from "../access/impersonation.ts";
import { openSession, type Session } from "./session.ts";
import { decodeWatchEvent, readLines } from "./watch-events.ts";

export interface HttpApiServerOptions {
  /** With the path under which the API is, where there is one. */
  readonly url: string;
  readonly credentials: CredentialSource;
  readonly clock: Clock;
  /** As the audit log of the API server names us. */
  readonly userAgent?: string;
  /** The URL of one on the way. */
  readonly proxy?: string | undefined;
}

/** Lists ask for less (list.ts); one object is 1.5 MiB at most, as etcd stores it. */
const maxAnswerBytes = 64 * 1024 * 1024;
/** etcd's limit for an object, twice over for JSON escapes, and what a watch event adds: F11 of the measurements. */
const maxLineBytes = 8 * 1024 * 1024;
const defaultTimeoutMs = 30_000;

/** Whether the API server begins a watch is known at once; only events may be long in coming. */
const maxOpeningMs = 30_000;

/** One API server over HTTP/1.1. */
export function openHttpApiServer(options: HttpApiServerOptions): ApiServer {
  const session = openSession({ userAgent: "holdfast", ...options });
  const connection = { session, clock: options.clock, url: options.url };
  return {
    url: options.url,
    request: (request) => ask(connection, request),
    watch: (request) => watch(connection, request),
    close: () => session.close(),
  };
}

interface Connection {
  readonly session: Session;
  readonly clock: Clock;
  readonly url: string;
}

async function ask({ session, clock, url }: Connection, request: ApiRequest): Promise<ApiAnswer> {
  const timeoutMs = request.timeoutMs ?? defaultTimeoutMs;
  const deadline = startDeadline(clock, timeoutMs, request.signal);
  try {
    const { maxBytes = maxAnswerBytes } = request;
    const answer = await session.send({ ...compose(request), use: { maxBytes }, signal: deadline.signal });
    return await decodeAnswer(answer, request.read);
  } catch (error) {
    const late = isTooLate(deadline.signal) ? `no answer within ${timeoutMs / 1000} s` : undefined;
    throw unreachable(url, late, error);
  } finally {
    deadline.release();
  }
}

async function* watch({ session, clock, url }: Connection, request: WatchRequest): AsyncGenerator<WatchEvent> {
  const { path, accept = "application/json", signal, idleMs } = request;
  const idle = startDeadline(clock, Math.min(maxOpeningMs, idleMs), signal);
  try {
    const headers = { accept };
    const answer = await session.send({ method: "GET", path, headers, body: null, use: "watch", signal: idle.signal });
    if (answer.status !== 200) throw new ApiRejected(`the watch of ${printable(path)}`, await decodeAnswer(answer));
    idle.restart(idleMs);
    for await (const line of readLines(answer.chunks, maxLineBytes)) {
      idle.restart(idleMs);
      yield decodeWatchEvent(line);
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ApiRejected) throw error;
    const late = isTooLate(idle.signal) ? `nothing was heard for ${idleMs / 1000} s` : undefined;
    throw unreachable(url, late, error);
  } finally {
    idle.release();
  }
}

function compose({ method, path, body, contentType, accept, user }: ApiRequest): Omit<HttpRequest, "use" | "signal"> {
  const type = body === undefined ? {} : { "content-type": contentType ?? "application/json" };
  const headers = { accept: accept ?? "application/json", ...type, ...(user !== undefined && impersonationHeaders(user)) };
  return { method, path, headers, body: body === undefined ? null : JSON.stringify(body) };
}

async function decodeAnswer({ status, headers, chunks }: HttpAnswer, read?: ReadBody): Promise<ApiAnswer> {
  const { parts, bytes } = await readBody(chunks);
  const text = (): string => Buffer.concat(parts, bytes).toString("utf8");
  const body = (status === 200 ? read?.(parts, bytes) : undefined) ?? parseJsonObject(text());
  const warnings = decodeWarnings(headers["warning"]);
  const date = dateOf(headers["date"]);
  const said = {
    retryAfterSeconds: secondsOf(headers["retry-after"]),
    ...(warnings.length > 0 && { warnings }),
    ...(date !== undefined && { date }),
  };
  if (body !== undefined) return { status, body, ...said };
  // Some denials are plain text: an unknown path, a server that is not up yet or has too
  // much to do, a proxy on the way.
  if (status >= 400) return { status, body: { message: printable(text().trim()) }, ...said };
  throw new Error(`status ${status} and no JSON object: "${printable(text(), 80)}"`);
}

interface Received {
  readonly parts: readonly Buffer[];
  readonly bytes: number;
}

/**
 * The whole body, or an error where it is longer than it may be: nobody sends us what does not fit into memory.
 */
async function readBody(chunks: HttpAnswer["chunks"], maxBytes = maxAnswerBytes): Promise<Received> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLong(maxBytes);
    parts.push(chunk);
  }
  return { parts, bytes };
}

function secondsOf(header: string | readonly string[] | undefined): number | undefined {
  return typeof header === "string" && /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

function dateOf(header: string | readonly string[] | undefined): number | undefined {
  const date = typeof header === "string" ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : date;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of several addresses that were tried, undici tells only in the parts.
  return error instanceof AggregateError && error.message === "" ? error.errors.map(reasonOf).join("; ") : error.message;
}

function unreachable(url: string, late: string | undefined, cause: unknown): ApiUnreachable {
  // It was not even asked: nobody can say who we are.
  if (cause instanceof ConnectError) return new ApiUnreachable(cause.message, { help: cause.help, cause });
  const help =
    "look whether the API server is up and this is its address, and whether a NetworkPolicy, proxy or certificate stands between";
  const message = `${url} does not answer: ${printable(late ?? reasonOf(cause))}`;
  const isLate = late !== undefined;
  return new ApiUnreachable(message, { help, isLate, isClosed: wasClosed(cause), isTooLong: cause instanceof TooLong, cause });
}

/** `299 - "text"`, perhaps followed by a quoted date; in the text, \" and \\ are escaped. */
const warningValue = /\b\d{3} \S+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g;

/**
 * The texts of all Warning headers of an answer. One header may hold several values separated by
 * commas (RFC 7234, section 5.5), though the API server writes one header per warning.
 */
export function decodeWarnings(header: string | readonly string[] | undefined): readonly string[] {
  const values = typeof header === "string" ? [header] : (header ?? []);
  return values.flatMap((value) => [...decodeUtf8(value).matchAll(warningValue)].map(textOf));
}

/** HTTP says that headers are Latin-1, and Node reads them so; the API server writes UTF-8. */
function decodeUtf8(value: string): string {
  return Buffer.from(value, "latin1").toString("utf8");
}

function textOf(match: RegExpExecArray): string {
  return (match[1] ?? "").replaceAll(/\\(.)/g, "$1");
}

import { printable } from "../escape-text.ts";
import { HelpfulError } from "../../compiler/api/helpful-error.ts";

/** A cluster that cannot be reached, or does not answer as it has to. */
export class ClusterError extends HelpfulError {
  override readonly name: string = "ClusterError";
  override readonly exitCode = 3;
}

/** What stands in a kubeconfig or in the environment does not lead to an API server, or tells nobody who asks. */
export class ConnectError extends ClusterError {
  override readonly name = "ConnectError";
}

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With the query, as in `/api/v1/namespaces/default/pods?dryRun=All`. */
  readonly path: string;
  readonly body?: unknown;
  /** `application/json` unless told; PATCH needs one of its own. */
  readonly contentType?: string;
  readonly accept?: string;
  /** In whose name instead of ours, for which our own user needs the right to impersonate. */
  readonly user?: { readonly username: string; readonly groups: readonly string[] };
  /** For everything: credentials, connection, answer. 30 s unless told. */
  readonly timeoutMs?: number;
  /** Of the answer; a longer one is not read to its end. 64 MiB unless told. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Of an answer of status 200, in place of the JSON parser; a server of another making may take no notice. */
  readonly read?: ReadBody;
}

/** Reads the body of an answer; undefined: it is not what was expected, and perhaps other JSON. */
export type ReadBody = (chunks: readonly Buffer[], bytes: number) => Readonly<Record<string, unknown>> | undefined;

export interface ApiAnswer {
  readonly status: number;
  /** The object or Status. Where a denial is no JSON object: `{ message }`, the first of its text. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  /** What the API server warned of, such as deprecated versions and policies that warn; absent: of nothing. */
  readonly warnings?: readonly string[];
  /** What time it is to the API server, to the second, in milliseconds since 1970; absent: it does not say. */
  readonly date?: number;
}

export interface WatchRequest {
  /** With the whole query. */
  readonly path: string;
  readonly accept?: string;
  readonly signal: AbortSignal;
  /** How long a whole event may be in coming. */
  readonly idleMs: number;
}

export type WatchEventType = "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";

export interface WatchEvent {
  readonly type: WatchEventType;
  /** The object, or the Status of an `ERROR`. */
  readonly object: Readonly<Record<string, unknown>>;
}

/** The `contentType` of a PATCH whose body holds the fields to change, null for those to remove. */
export const mergePatch = "application/merge-patch+json";

/** Asks one API server, and waits for each answer. */
export interface RequestServer {
  readonly url: string;
  /** Rejects with `ApiUnreachable` where there is no whole JSON answer in time; an answer that denies is an answer. */
  request(request: ApiRequest): Promise<ApiAnswer>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** Speaks to one API server as one identity. */
export interface ApiServer extends RequestServer {
  /**
   * Events of a watch until the server ends it, or the signal is aborted. Rejects with `ApiRejected` where the server
   * does not begin, and with `ApiUnreachable` on a reset, on garbage, or where no whole event comes for `idleMs`.
   */
  watch(request: WatchRequest): AsyncIterable<WatchEvent>;
}

export interface UnreachableOptions {
  readonly help: string;
  readonly isLate?: boolean;
  readonly isClosed?: boolean;
  readonly isTooLong?: boolean;
  readonly cause?: unknown;
}

/** There was no whole answer: it is unknown whether the request took effect. */
export class ApiUnreachable extends ClusterError {
  override readonly name = "ApiUnreachable";
  /** Whether time was up: connected or not, nothing came. */
  readonly isLate: boolean;
  /** Whether a connection that stood was closed by the other side, as an idle one is that is used just too late. */
  readonly isClosed: boolean;
  /** Whether the answer was longer than it may be: asked the same again, the server would say the same. */
  readonly isTooLong: boolean;

  constructor(message: string, options: UnreachableOptions) {
    super(message, options.help, { cause: options.cause });
    this.isLate = options.isLate ?? false;
    this.isClosed = options.isClosed ?? false;
    this.isTooLong = options.isTooLong ?? false;
  }
}

/** The API server answered, and not with what was asked for. */
export class ApiRejected extends Error {
  override readonly name = "ApiRejected";
  readonly answer: ApiAnswer;

  constructor(what: string, answer: ApiAnswer) {
    super(`${what} is answered ${answer.status}: ${printable(String(answer.body["message"] ?? "without a reason"))}`);
    this.answer = answer;
  }
}

/** One request to the API server, as the other folders of the fallback make it. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With the query. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** `application/json` unless told; PATCH needs one of its own. */
  readonly contentType?: string;
  readonly accept?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Whatever the API server said, refusals included. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
}

/** Rejects only when there was no answer. */
export interface ApiServer {
  readonly url: string;
  request(request: ApiRequest): Promise<ApiAnswer>;
  close(): Promise<void>;
}

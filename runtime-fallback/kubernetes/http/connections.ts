import { Agent, type Dispatcher, ProxyAgent } from "undici";
import type { HttpHeaders, TlsMaterial } from "../access/credentials.ts";

/** What goes over a connection, with the origin left out. */
export interface HttpRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: HttpHeaders;
  readonly body: string | null;
  readonly signal: AbortSignal;
  /**
   * Watches have connections of their own, so that requests never wait behind them. An answer to a request comes as a
   * whole, or fails where it is longer than `maxBytes`.
   */
  readonly use: "watch" | { readonly maxBytes: number };
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly chunks: AsyncIterable<Buffer> | readonly Buffer[];
}

/** What came is longer than it may be. */
export class TooLong extends Error {
  override readonly name = "TooLong";

  constructor(maxBytes: number) {
    super(`the answer is longer than ${maxBytes} bytes`);
  }
}

/** Connections to one API server with one TLS identity. */
export interface Connections {
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Lets what is under way end, and closes. */
  retire(): Promise<void>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** Reads of all reviews at work go over these; more would only queue at the API server instead of here. */
const requestConnections = 16;

/** `proxy`: the URL of one on the way. */
export function openConnections(origin: string, tls: TlsMaterial, proxy?: string): Connections {
  const agents = {
    request: agentOf({ ...agentOptions(tls), connections: requestConnections }, proxy),
    watch: agentOf(agentOptions(tls), proxy),
  };
  const both = [agents.request, agents.watch];
  return {
    send: async ({ headers, use, signal, ...request }) => {
      const sent = { origin, headers: { ...headers }, ...request };
      if (use !== "watch") return wholeAnswer(agents.request, sent, { signal, ...use });
      const { statusCode, headers: received, body } = await agents.watch.request({ ...sent, signal });
      return { status: statusCode, headers: received, chunks: body };
    },
    retire: async () => {
      await Promise.all(both.map((agent) => agent.close()));
    },
    close: async () => {
      await Promise.all(both.map((agent) => agent.destroy()));
    },
  };
}

interface Whole {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Without a stream for its body, which takes as much time as all else. */
function wholeAnswer(agent: Dispatcher, sent: Dispatcher.DispatchOptions, { maxBytes, signal }: Whole): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let head: Pick<HttpAnswer, "status" | "headers"> = { status: 0, headers: {} };
    let controller: Dispatcher.DispatchController | undefined;
    const reason = (): Error => (signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    const abort = (): void => controller?.abort(reason());
    const ended = (): void => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort, { once: true });
    agent.dispatch(sent, {
      onRequestStart: (started) => {
        controller = started;
        if (signal.aborted) abort();
      },
      // Before it, 103 Early Hints may come.
      onResponseStart: (_, status, headers) => void (head = { status, headers }),
      onResponseData: (_, chunk) => {
        bytes += chunk.length;
        if (bytes > maxBytes) controller?.abort(new TooLong(maxBytes));
        else chunks.push(chunk);
      },
      onResponseEnd: () => {
        ended();
        resolve({ ...head, chunks });
      },
      onResponseError: (_, error) => {
        ended();
        reject(error);
      },
    });
  });
}

/** As undici says it where the other side ended the connection, and as the kernel does where it was reset. */
const closings: ReadonlySet<unknown> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"]);

/** Whether a connection was closed before the whole answer came. */
export function wasClosed(error: unknown): boolean {
  return error instanceof Error && "code" in error && closings.has(error.code);
}

function agentOf({ connect, ...options }: AgentOptions, proxy: string | undefined): Dispatcher {
  if (proxy === undefined) return new Agent({ ...options, connect });
  const { timeout: connectTimeout, ...requestTls } = connect;
  return new ProxyAgent({ ...options, uri: proxy, requestTls, connectTimeout });
}

type AgentOptions = Agent.Options & { readonly connect: { readonly timeout: number } };

function agentOptions(tls: TlsMaterial): AgentOptions {
  const known = Object.fromEntries(Object.entries(tls).filter(([, value]) => value !== undefined));
  return {
    // HTTP/2 would put watches and requests on one connection, whose loss is then the loss of all.
    allowH2: false,
    pipelining: 1,
    // Below the 90 s after which an API server closes idle connections, and the 60 s of common load balancers.
    keepAliveTimeout: 30_000,
    // Deadlines of ours take their place.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { ...known, timeout: 10_000, keepAlive: true, keepAliveInitialDelay: 30_000 },
  };
}

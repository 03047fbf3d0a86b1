import { Agent, type Dispatcher, ProxyAgent } from "undici";
import type { HttpHeaders, TlsMaterial } from "../access/credentials.ts";

/** What goes over a connection, with the origin left out. */
export interface HttpRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly path: string;
  readonly headers: HttpHeaders;
  readonly body: string | null;
  readonly signal: AbortSignal;
  /** Watches have connections of their own, so that requests never wait behind them. */
  readonly use: "request" | "watch";
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly chunks: AsyncIterable<Buffer>;
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
    send: async ({ headers, use, ...request }) => {
      const { statusCode, headers: received, body } = await agents[use].request({ origin, headers: { ...headers }, ...request });
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

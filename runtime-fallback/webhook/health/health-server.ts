import { type IncomingMessage, type Server, createServer } from "node:http";
import type { Readiness } from "./readiness.ts";
import { type HttpReply, plainAnswer, respond } from "../respond.ts";

export interface HealthOptions {
  /** Why the process is to be restarted; absent: it is alive as long as it answers. */
  readonly stalled?: () => string | undefined;
  readonly readiness: () => Readiness | Promise<Readiness>;
  readonly metrics: { text(): Promise<string>; readonly contentType: string };
}

/**
 * Kubelets and Prometheus have no certificates: this port speaks plain HTTP and gives
 * nothing away but numbers and reasons.
 */
export function createHealthServer(options: HealthOptions): Server {
  const server = createServer({
    headersTimeout: 5000,
    requestTimeout: 5000,
    maxHeaderSize: 8192,
    connectionsCheckingInterval: 1000,
  });
  server.maxConnections = 128;
  server.on("connection", (socket) => socket.on("error", () => undefined));
  server.on("clientError", (_, socket) => socket.destroy());
  server.on("request", (request, response) => {
    void answerTo(request, options)
      // Whoever cannot tell is not ready, and does not end the process by it.
      .catch(() => plainAnswer(500, "the answer could not be made"))
      .then((answer) => respond(response, answer));
  });
  return server;
}

async function answerTo({ method, url }: IncomingMessage, { stalled, readiness, metrics }: HealthOptions): Promise<HttpReply> {
  if (method !== "GET" && method !== "HEAD") return { ...plainAnswer(405, "GET only"), last: true };
  switch (url) {
    case "/healthz": {
      // Alive means that the thread of the process has turns. What the cluster does is
      // readiness: a restart would not fix it.
      const why = stalled?.();
      return why === undefined ? plainAnswer(200, "ok") : plainAnswer(503, why);
    }
    case "/readyz": {
      const { isReady, reasons } = await readiness();
      return isReady ? plainAnswer(200, "ok") : plainAnswer(503, `not ready: ${reasons.join("; ")}`);
    }
    case "/metrics":
      return { status: 200, body: await metrics.text(), contentType: metrics.contentType };
    default:
      return plainAnswer(404, "there are /healthz, /readyz and /metrics");
  }
}

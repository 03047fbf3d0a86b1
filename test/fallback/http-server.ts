import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpServer {
  readonly url: string;
  /** Connections that are open now. */
  readonly sockets: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** A plain HTTP server on loopback that answers as a test wants it. */
export async function openHttpServer(answer: Answering): Promise<HttpServer> {
  const server = createServer(answer);
  const sockets = new Set<Socket>();
  // Node closes idle connections after five seconds; here it is the other side that has to.
  server.keepAliveTimeout = 120_000;
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sockets,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

export function answerJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

/** As an API server answers for a path that it does not know. */
export function answerUnknownPath(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
  response.end("404 page not found\n");
}

import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../../clock.ts";
import type { Limits } from "../limits.ts";
import { trackConnections } from "./open-connections.ts";
import { type QuietConnections, quietConnections } from "./quiet-connections.ts";
import { Rejection, type Why } from "../rejection.ts";

export interface ServerConnections extends QuietConnections {
  readonly count: number;
}

export interface WatchOptions {
  readonly limits: Limits;
  readonly clock: Clock;
  readonly rejected: (why: Why) => void;
}

/** Keeps strangers from taking all connections, and whatever they send from ending the process. */
export function watchConnections(server: Server, { limits, clock, rejected }: WatchOptions): ServerConnections {
  const open = trackConnections();
  const quiet = quietConnections(server, clock);
  server.on("connection", (socket: Socket) => {
    // Errors show as the end of the connection. Node listens to them, too; if it ever does not, a reset ends the process.
    socket.on("error", () => undefined);
    open.add(socket);
    const surplus = open.ofAddress(socket) > limits.connectionsPerAddress ? socket : undefined;
    const ended = surplus ?? (open.count() > limits.connections ? open.leastProven() : undefined);
    if (ended === undefined) return;
    rejected("too-many-connections");
    ended.destroy();
  });
  server.on("tlsClientError", (_, socket) => {
    rejected("bad-handshake");
    socket.destroy();
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (isUnused(error, socket)) (socket as Socket).setTimeout(limits.keepAliveMs);
    else hangUp(error, socket, rejected);
  });
  return {
    get count() {
      return open.count();
    },
    begin: quiet.begin,
    end: (socket) => {
      quiet.end(socket);
      open.prove(socket);
    },
    endQuiet: quiet.endQuiet,
  };
}

/**
 * Go opens a connection for each waiting request and keeps in store those that it did not need after all. Node would hang up on
 * them after `headersMs`, perhaps just as the first review is written there; they are idle as others are, and kept as long.
 */
function isUnused({ code }: NodeJS.ErrnoException, socket: Duplex): boolean {
  return code === "ERR_HTTP_REQUEST_TIMEOUT" && (socket as Socket).bytesRead === 0;
}

function hangUp({ code }: NodeJS.ErrnoException, socket: Duplex, rejected: (why: Why) => void): void {
  const rejection = rejectionFor(code);
  if (rejection !== undefined) {
    rejected(rejection.why);
    const { status, message } = rejection;
    // Without a line of ours in it: what came was not HTTP, so it is unknown which answer it waits for.
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${message}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  socket.destroy();
}

function rejectionFor(code: string | undefined): Rejection | undefined {
  if (code === "HPE_HEADER_OVERFLOW") return new Rejection("headers-too-large", "Request Header Fields Too Large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Rejection("too-slow", "Request Timeout");
  // A peer that went away; nobody is there to be told.
  if (code === undefined || !code.startsWith("HPE_")) return undefined;
  return new Rejection("bad-http", "Bad Request");
}

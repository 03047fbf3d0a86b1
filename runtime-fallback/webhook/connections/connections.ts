import type { Server } from "node:https";
import type { Duplex } from "node:stream";
import type { Clock } from "../../clock.ts";
import type { Limits } from "../limits.ts";
import { type QuietConnections, quietConnections } from "./quiet-connections.ts";
import { Rejection, type Why } from "../rejection.ts";
import type { Socket } from "node:net";

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
    // Errors show as the end of the connection. Node listens to them, too; if it ever does
    // not, a reset ends the process.
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
 * Go opens a connection for each waiting request and keeps in store those that it did not need after all.
 * Node would hang up on them after `headersMs`, perhaps just as the first review is written there; they are
 * idle as others are, and kept as long.
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

interface OpenConnections {
  /** Counts it until it is closed. */
  add(socket: Socket): void;
  /** A request of it was answered. */
  prove(socket: Socket): void;
  count(): number;
  ofAddress(socket: Socket): number;
  /** Which one to end for the sake of others. */
  leastProven(): Socket | undefined;
}

/**
 * All connections, by the address they come from, and those on which nothing was ever answered. Where there is no
 * room for one more, the oldest of these goes: an API server asks as soon as it is connected, so hundreds that
 * ask nothing cannot keep it out.
 */
function trackConnections(): OpenConnections {
  const perAddress = new Map<string, number>();
  const unproven = new Map<string, Socket>();
  let count = 0;
  const remove = (peer: Peer): void => {
    count -= 1;
    unproven.delete(peer.name);
    const left = (perAddress.get(peer.address) ?? 1) - 1;
    if (left > 0) perAddress.set(peer.address, left);
    else perAddress.delete(peer.address);
  };
  return {
    add: (socket) => {
      const peer = peerOf(socket);
      count += 1;
      perAddress.set(peer.address, (perAddress.get(peer.address) ?? 0) + 1);
      unproven.set(peer.name, socket);
      socket.once("close", () => remove(peer));
    },
    prove: (socket) => void unproven.delete(peerOf(socket).name),
    count: () => count,
    ofAddress: (socket) => perAddress.get(peerOf(socket).address) ?? 0,
    // Never empty where it is asked: the connection that came last is unproven, too.
    leastProven: () => [...unproven.values()].find(({ destroyed }) => !destroyed),
  };
}

interface Peer {
  readonly address: string;
  /** The same of a TLS connection and of the TCP connection below it. */
  readonly name: string;
}

function peerOf({ remoteAddress = "", remotePort = 0 }: Socket): Peer {
  return { address: remoteAddress, name: `${remoteAddress} ${remotePort}` };
}

import type { Server } from "node:https";
import type { Socket } from "node:net";
import type { Clock } from "../../clock.ts";

export interface QuietConnections {
  /** Marks a request as unanswered; false where one of the same connection is unanswered still. */
  begin(socket: Socket): boolean;
  /** The request is answered. */
  end(socket: Socket): void;
  /** Ends the connections without an unanswered request on which nothing was shaken or answered for so long. */
  endQuiet(forMs: number): void;
}

/**
 * Which connections are in the middle of a request, and since when the others are not. Those
 * in their handshake are neither.
 */
export function quietConnections(server: Server, clock: Clock): QuietConnections {
  const busy = new WeakSet<Socket>();
  /** Those in a request are there, too, and not quiet before the end of time. */
  const quietSince = new Map<Socket, number>();
  server.on("secureConnection", (socket) => {
    quietSince.set(socket, clock.monotonic());
    socket.once("close", () => quietSince.delete(socket));
  });
  return {
    begin: (socket) => {
      if (busy.has(socket)) return false;
      busy.add(socket);
      // It keeps its place: a map that is emptied again and again gets new tables.
      if (quietSince.has(socket)) quietSince.set(socket, Infinity);
      return true;
    },
    end: (socket) => {
      busy.delete(socket);
      if (!socket.destroyed) quietSince.set(socket, clock.monotonic());
    },
    endQuiet: (forMs) => {
      for (const [socket, since] of quietSince) if (clock.monotonic() - since >= forMs) socket.destroy();
    },
  };
}

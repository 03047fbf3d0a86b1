import { createHash } from "node:crypto";
import { Agent } from "node:https";
import { type Socket, connect } from "node:net";
import { type Server, ask } from "../webhook/ask.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";

/** Linux has 127.0.0.2 and so on for strangers, each with its share of connections. */
function addressOf(index: number): { readonly localAddress?: string } {
  return process.platform === "linux" ? { localAddress: `127.0.0.${2 + (Math.floor(index / 200) % 250)}` } : {};
}

/** Connections that begin a handshake and never end it. The function that comes back hangs up. */
export function openSlowSockets(port: number, count: number): () => void {
  const start = Buffer.from([22, 3, 1, 2, 0, 1]);
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect({ port, host: "127.0.0.1", ...addressOf(index) });
    socket.on("error", () => undefined).resume();
    if (index % 2 === 0) socket.write(start);
    return socket;
  });
  return () => sockets.forEach((socket) => socket.destroy());
}

/**
 * Connections with random bytes in place of a handshake, some at a time; returns when the server has ended the last.
 */
export async function sendGarbage(
  port: number,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<void> {
  const one = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const socket: Socket = connect({ port, host: "127.0.0.1", ...addressOf(index) });
      const bytes = createHash("shake256", { outputLength: 1 + (index % 600) })
        .update(`${seed} ${index}`)
        .digest();
      // Every other one begins as TLS does.
      if (index % 2 === 0) bytes[0] = 22;
      socket.on("error", () => undefined).on("close", () => resolve());
      socket.resume().end(bytes);
    });
  const client = async (first: number): Promise<void> => {
    for (let index = first; index < count; index += clients) await one(index);
  };
  await Promise.all(Array.from({ length: clients }, (_, first) => client(first)));
}

interface Forged {
  readonly server: Server;
  readonly path: string;
  readonly body: string;
  readonly count: number;
}

/** The same review again and again, some at once, from one address. */
export async function sendReviews({ server, count, ...asking }: Forged): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const send = async (): Promise<void> =>
    void (await ask(server, { ...asking, ...addressOf(0), agent }).catch((error: Error) => error.message));
  await inParallel(Array(count).keys(), send, atOnce);
  agent.destroy();
}

const clients = 20;
const atOnce = 20;

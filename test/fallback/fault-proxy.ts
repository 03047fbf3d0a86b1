import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** What the proxy does to what goes through it. TLS passes through, so garbled bytes are broken TLS. */
export type Fault =
  | { readonly kind: "none" }
  /** New connections are reset. */
  | { readonly kind: "deny" }
  /** Nothing comes through any more, in no direction, and nobody is told: half-open. What was swallowed stays so. */
  | { readonly kind: "swallow" }
  | { readonly kind: "delay"; readonly ms: number }
  /** Bits of what the server says are turned over. */
  | { readonly kind: "garble" }
  /** Each connection is reset after so many bytes of the server. */
  | { readonly kind: "cut"; readonly afterBytes: number };

export interface FaultProxy {
  readonly port: number;
  /** Connections that are open now. */
  readonly connections: number;
  /** For connections that are open, and for new ones. */
  set(fault: Fault): void;
  /** Resets all that are open. */
  reset(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
  isSwallowed: boolean;
  serverBytes: number;
}

/** A TCP proxy on loopback before a port on loopback. */
export async function openFaultProxy(targetPort: number): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let fault: Fault = { kind: "none" };

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (fault.kind === "deny") return void client.resetAndDestroy();
    const server = connect({ port: targetPort, host: "127.0.0.1", allowHalfOpen: true });
    const pair = { client, server, isSwallowed: false, serverBytes: 0 };
    pairs.add(pair);
    forward(pair, "client", () => fault);
    forward(pair, "server", () => fault);
    client.on("close", () => pairs.delete(pair));
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");

  const reset = () => {
    for (const pair of pairs) resetPair(pair);
  };
  return {
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return pairs.size;
    },
    set: (next) => void (fault = next),
    reset,
    close: async () => {
      const closed = once(listener, "close");
      listener.close();
      reset();
      await closed;
    },
  };
}

function resetPair({ client, server }: Pair): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}

function forward(pair: Pair, from: "client" | "server", faultNow: () => Fault): void {
  const [source, target] = from === "client" ? [pair.client, pair.server] : [pair.server, pair.client];
  const isLost = () => {
    if (faultNow().kind === "swallow") pair.isSwallowed = true;
    return pair.isSwallowed;
  };
  source.on("data", (chunk) => {
    if (!isLost()) pass(pair, { from, chunk: Buffer.from(chunk), fault: faultNow() });
  });
  source.on("end", () => {
    if (!isLost()) later(faultNow(), () => target.end());
  });
  // An end that failed is a reset to the other one, unless nothing comes through.
  source.on("error", () => {
    if (!isLost()) target.resetAndDestroy();
  });
  source.on("close", () => {
    if (from === "client") pair.server.destroy();
  });
}

interface Passing {
  readonly from: "client" | "server";
  readonly chunk: Buffer;
  readonly fault: Fault;
}

function pass(pair: Pair, { from, chunk, fault }: Passing): void {
  const target = from === "client" ? pair.server : pair.client;
  const write = (bytes: Buffer) => later(fault, () => target.writable && target.write(bytes));
  if (from === "client") return write(chunk);
  pair.serverBytes += chunk.length;
  if (fault.kind === "cut" && pair.serverBytes > fault.afterBytes) return resetPair(pair);
  write(fault.kind === "garble" ? Buffer.from(chunk.map((byte) => byte ^ 0x55)) : chunk);
}

/** Timers of the same length keep their order, so the bytes do. */
function later(fault: Fault, run: () => void): void {
  if (fault.kind === "delay") setTimeout(run, fault.ms);
  else run();
}

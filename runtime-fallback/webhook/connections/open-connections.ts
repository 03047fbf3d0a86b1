import type { Socket } from "node:net";

export interface OpenConnections {
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
 * All connections, by the address they come from, and those on which nothing was ever answered. Where there is no room for one more,
 * the oldest of these goes: an API server asks as soon as it is connected, so hundreds that ask nothing cannot keep it out.
 */
export function trackConnections(): OpenConnections {
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

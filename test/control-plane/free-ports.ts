import { once } from "node:events";
import { createServer, type Server } from "node:net";

/**
 * For each name a loopback port that was free a moment ago. All are held until the last is found,
 * so they differ; but somebody else may take one before our server does: then start over.
 */
export async function findFreePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const servers = await Promise.all(names.map(listen));
  const ports = servers.map(portOf);
  await Promise.all(servers.map(close));
  return Object.fromEntries(names.map((name, index) => [name, ports[index]])) as Record<Name, number>;
}

async function listen(): Promise<Server> {
  const server = createServer();
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not a TCP server");
  return address.port;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  await closed;
}

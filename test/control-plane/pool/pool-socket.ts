import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { ControlPlaneAddress } from "../control-plane.ts";
import type { ControlPlanePool, Lease, Wish } from "./pool.ts";

/** What is said about a lease, one JSON value per line: the suite says what it wishes, and at its end `"done"`. */
export type Answer = { readonly address: ControlPlaneAddress } | { readonly error: string };

export const done = JSON.stringify("done");

export type PoolSocket = { readonly path: string; close(): Promise<void> };

/** For the workers of the test runner, which are processes of their own. A connection is a lease. */
export async function listenForLeases(pool: ControlPlanePool): Promise<PoolSocket> {
  // Readable by us alone: whoever connects becomes admin of a control plane.
  const directory = mkdtempSync(join(tmpdir(), "holdfast-pool-"));
  const path = join(directory, "socket");
  const server = createServer((socket) => void serve(socket, pool));
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  return { path, close: () => close(server, directory) };
}

async function serve(socket: Socket, pool: ControlPlanePool): Promise<void> {
  const lines: string[] = [];
  const closed = new Promise<void>((resolve) => socket.once("close", resolve));
  // A worker that was killed resets the connection; "close" follows.
  socket.on("error", () => {});
  const wish = await new Promise<Wish>((resolve) =>
    onLines(socket, (line) => {
      lines.push(line);
      if (lines.length === 1) resolve(JSON.parse(line) as Wish);
    }),
  );
  const lease = await pool.lease(wish).catch((error: unknown) => String(error));
  if (typeof lease === "string") return void socket.end(`${JSON.stringify({ error: lease } satisfies Answer)}\n`);
  socket.write(`${JSON.stringify({ address: lease.address } satisfies Answer)}\n`);
  await closed;
  end(lease, lines.includes(done));
}

function end(lease: Lease, isDone: boolean): void {
  if (isDone) lease.giveBack();
  else lease.discard();
}

export function onLines(socket: Socket, heard: (line: string) => void): void {
  let rest = "";
  socket.setEncoding("utf8").on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) heard(line);
  });
}

async function close(server: Server, directory: string): Promise<void> {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  rmSync(directory, { recursive: true, force: true });
}

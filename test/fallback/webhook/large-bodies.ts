import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Server } from "./ask.ts";
import { nextMessage } from "./next-message.ts";

export interface LargeBodies {
  readonly server: Server;
  readonly count: number;
  readonly bytes: number;
  readonly localAddress?: string;
}

/**
 * Sends bodies all at once, from a process of its own, and counts what came of them: HTTP statuses, and codes of
 * errors.
 */
export async function sendLargeBodies({ server, ...rest }: LargeBodies): Promise<Readonly<Record<string, number>>> {
  const child = fork(fileURLToPath(new URL("large-bodies-process.ts", import.meta.url)));
  const { port, authority } = server;
  child.send({ ...rest, server: { port, authority } });
  const statuses = await nextMessage<Record<string, number>>(child);
  child.disconnect();
  return statuses;
}

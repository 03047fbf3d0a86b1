/** One of `servers` in a process of its own, which says on request what CPU time and memory it has taken. */
import type { KeyPair } from "../../test/control-plane/certificates.ts";
import { type NodeServer, servers } from "./servers.ts";
import type { Usage } from "./target.ts";

interface Task {
  readonly name: NodeServer;
  readonly pair: KeyPair;
  readonly api: string;
}

process.once("message", (task) => void serve(task as Task));

async function serve({ name, pair, api }: Task): Promise<void> {
  const port = await servers[name](pair, api);
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicroseconds: user + system, residentBytes: process.memoryUsage.rss() } satisfies Usage);
  });
  process.on("disconnect", () => process.exit());
  process.send?.(port);
}

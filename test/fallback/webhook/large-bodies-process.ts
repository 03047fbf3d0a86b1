import { Agent } from "node:https";
import { ask, reviewOfBytes } from "./ask.ts";
import type { LargeBodies } from "./large-bodies.ts";

/** The other end of `large-bodies.ts`. */
process.on("message", ({ server, count, bytes, ...from }: LargeBodies) => {
  const body = Buffer.from(reviewOfBytes(bytes));
  // As API servers do: whoever asks for the end of the connection gets it in the middle of the body, and not the
  // answer.
  const agent = new Agent({ keepAlive: true });
  const send = (): Promise<string> =>
    ask(server, { body, agent, ...from }).then(
      ({ status }) => String(status),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
  void Promise.all(Array.from({ length: count }, send)).then((all) => {
    const counts: Record<string, number> = {};
    for (const one of all) counts[one] = (counts[one] ?? 0) + 1;
    agent.destroy();
    process.send?.(counts);
  });
});

import { ask, reviewOfBytes } from "./ask.ts";
import type { LargeBodies } from "./large-bodies.ts";

/** The other end of `large-bodies.ts`. */
process.on("message", ({ server, count, bytes, ...from }: LargeBodies) => {
  const body = Buffer.from(reviewOfBytes(bytes));
  const send = (): Promise<string> =>
    ask(server, { body, ...from }).then(
      ({ status }) => String(status),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
  void Promise.all(Array.from({ length: count }, send)).then((all) => {
    const counts: Record<string, number> = {};
    for (const one of all) counts[one] = (counts[one] ?? 0) + 1;
    process.send?.(counts);
  });
});

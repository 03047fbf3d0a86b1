import type { Bench, Closable } from "./row.ts";

/** What rows share is opened once, and closed in the reverse order. */
export function openBench(rounds: number, say: (text: string) => void): Bench & Closable {
  const opened = new Map<string, Promise<Closable>>();
  return {
    rounds,
    say,
    shared: <Thing extends Closable>(name: string, open: () => Promise<Thing>): Promise<Thing> => {
      const found = opened.get(name) as Promise<Thing> | undefined;
      if (found !== undefined) return found;
      say(`  ${name}`);
      const opening = open();
      opened.set(name, opening);
      return opening;
    },
    close: async () => {
      for (const one of [...opened.values()].toReversed()) {
        // What could not be opened has been told of, and leaves nothing to close.
        const thing = await one.catch(() => undefined);
        await thing?.close();
      }
    },
  };
}

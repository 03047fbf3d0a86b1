import { afterEach } from "vitest";
import { waitUntil } from "../../../control-plane/wait-until.ts";
import { startWatching, type WidgetOptions } from "./watched-cluster.ts";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

export const afterwards = (...steps: readonly (() => Promise<void>)[]): void => void cleanups.push(...steps);

/** An informer on a scripted cluster, until the end of the test. */
export async function start(options: Partial<WidgetOptions> = {}) {
  const watching = await startWatching(options);
  afterwards(watching.stop);
  const shows = (...contents: readonly string[]) =>
    waitUntil(`the store shows ${contents.join()}`, async () => watching.contents().join() === contents.join());
  return { ...watching, shows };
}

import { resolve } from "node:path";
import { visible } from "../../diagnostics/format.ts";
import { pathFrom } from "../../project/project.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import type { Terminal } from "../output/terminal.ts";
import { WatchedDirectories, directoriesToWatch } from "./watched-directories.ts";

/** What is looked after until the next change. */
export interface Watched {
  /** Files and directories whose changes count, as given on the command line. */
  readonly paths: readonly string[];
  /** Directories that are written, and watched by nobody. */
  readonly leftOut: readonly string[];
  /** Absolute paths of what was read besides: its directories are looked after, too. */
  readonly read: readonly string[];
}

interface WatchOptions {
  /** Before the first run. */
  readonly watched: Watched;
  /** Absolute paths of files that count by themselves, there or not: nothing else in their directories does. */
  readonly alone: readonly string[];
  /** What is done at first, and after each change. Never rejects. */
  readonly run: () => Promise<Watched>;
  readonly terminal: Terminal;
}

/**
 * Does something again whenever a file changes, until it is interrupted. An editor goes by the lines about beginning and
 * end: docs/start/first-policy.md has a problem matcher.
 */
export async function watchFiles({ watched, alone, run, terminal }: WatchOptions): Promise<ExitCode> {
  const { workingDirectory } = terminal;
  const absolute = (path: string): string => resolve(workingDirectory, path);
  const directories = new WatchedDirectories(alone);
  const interrupted = untilInterrupted();
  const toWatch = ({ paths, leftOut, read }: Watched): ReadonlySet<string> =>
    directoriesToWatch(paths.map(absolute), read, leftOut.map(absolute));
  // Before the first run, so that no change is lost.
  directories.keep(toWatch(watched));
  for (let changed: readonly string[] | undefined = []; changed !== undefined;) {
    terminal.report(
      `[begin] ${changed.length === 0 ? "first run" : changed.map((path) => shownFrom(workingDirectory, path)).join(", ")}`,
    );
    const start = performance.now();
    directories.keep(toWatch(await run()));
    terminal.report(`[end] ${(performance.now() - start).toFixed(0)} ms; watching for changes, ^C ends it`);
    changed = await Promise.race([directories.changes(), interrupted]);
  }
  directories.end();
  return exitCodes.fine;
}

const shownFrom = (directory: string, path: string): string => visible(pathFrom(directory, path));

function untilInterrupted(): Promise<undefined> {
  return new Promise((end) => {
    process.once("SIGINT", () => end(undefined));
    process.once("SIGTERM", () => end(undefined));
  });
}

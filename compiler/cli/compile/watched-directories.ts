import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { basename, dirname, join } from "node:path";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";

/** An editor writes a file in several steps, and a change of branches many files. */
const settleMs = 30;

/** Not of what cannot be looked at: a link that leads to itself, a directory of others. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

const isSource = (name: string): boolean => /\.(ts|mts|json|ya?ml)$/.test(name);

/**
 * Directories in which files of policies and tests are looked after, each by itself: a recursive watch takes a handle
 * for every file below, those of node_modules among them.
 */
export class WatchedDirectories {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  readonly #alone: ReadonlySet<string>;
  /** Those in which every file counts. */
  #whole: ReadonlySet<string> = new Set();
  #wake: () => void = () => undefined;

  /** `alone`: files that count, there or not, where nothing else in their directories does. */
  constructor(alone: readonly string[]) {
    this.#alone = new Set(alone);
  }

  /** These and no others, but for those of single files. What cannot be watched any more, as a directory that was removed, is left out. */
  keep(whole: ReadonlySet<string>): void {
    this.#whole = whole;
    const all = new Set([...whole, ...[...this.#alone].map((path) => dirname(path))]);
    for (const directory of this.#watchers.keys()) if (!all.has(directory)) this.#forget(directory);
    for (const directory of all) if (!this.#watchers.has(directory)) this.#watch(directory);
  }

  /** The files that have changed since this was last called, as soon as there are any. */
  async changes(): Promise<readonly string[]> {
    if (this.#changed.size === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const changed = [...this.#changed].toSorted();
    this.#changed.clear();
    return changed;
  }

  #watch(directory: string): void {
    const watcher = attemptToWatch(directory);
    if (watcher === undefined) return;
    this.#watchers.set(directory, watcher);
    watcher.on("change", (_, name) => {
      const path = join(directory, String(name ?? ""));
      // What was made, removed or made anew has another directory under its name, or has lost its own.
      for (const gone of [path, ...(name === basename(directory) ? [directory] : [])]) this.#forget(gone);
      if (!this.#whole.has(directory) && !this.#alone.has(path)) return;
      // A directory that is new has to be watched, too.
      if (!isSource(path) && !isDirectory(path) && this.#watchers.has(directory)) return;
      this.#changed.add(path);
      this.#wake();
    });
    watcher.on("error", () => this.#forget(directory));
  }

  end(): void {
    for (const directory of this.#watchers.keys()) this.#forget(directory);
  }

  /** It is watched anew after the next run, where it is still there. */
  #forget(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }
}

function attemptToWatch(directory: string): FSWatcher | undefined {
  try {
    return watch(directory);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new HelpfulError(
      `${directory} cannot be watched: ${errorMessage(error)}`,
      "on Linux, raise fs.inotify.max_user_watches and fs.inotify.max_user_instances",
    );
  }
}

/** The directories of the paths with all below them, and those of single files; all absolute. */
export function directoriesToWatch(
  paths: readonly string[],
  files: readonly string[],
  leftOut: readonly string[],
): ReadonlySet<string> {
  const without = new Set(leftOut);
  const found = new Set<string>();
  for (const path of paths) addBelow(path, without, found);
  for (const file of files) if (!/[/\\]node_modules[/\\]/.test(file)) found.add(dirname(file));
  return found;
}

function addBelow(path: string, leftOut: ReadonlySet<string>, found: Set<string>): void {
  if (leftOut.has(path) || found.has(path)) return;
  const entries = entriesOf(path);
  found.add(entries === undefined ? dirname(path) : path);
  for (const entry of entries ?? [])
    if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
      addBelow(join(path, entry.name), leftOut, found);
}

/** Undefined of what is no directory. */
function entriesOf(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

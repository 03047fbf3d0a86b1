import { createHash } from "node:crypto";
import { type PathLike, readFileSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOwnSource } from "./own-modules.ts";

/** All that a compilation has asked the file system, by path, and what it was told. */
export interface ReadFacts {
  /** Hash of the bytes; `absent` where nothing could be read. */
  readonly texts: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, boolean>>;
  readonly directories: Readonly<Record<string, boolean>>;
  /** Where links lead. */
  readonly links: Readonly<Record<string, string>>;
  /** Hash of the names of the modules in a directory. */
  readonly modules: Readonly<Record<string, string>>;
}

export const absent = "absent";

/**
 * Takes down what a compilation reads, and also what it looks for and does not find: a file that appears there changes
 * what an import means. The compiler's own files are left out: whoever compares knows the compiler.
 */
export class Reads implements ReadFacts {
  readonly texts: Record<string, string> = {};
  readonly files: Record<string, boolean> = {};
  readonly directories: Record<string, boolean> = {};
  readonly links: Record<string, string> = {};
  readonly modules: Record<string, string> = {};
  #paths: readonly string[] = [];
  #isSteady = true;

  /** The policy files that were found: absolute. */
  get paths(): readonly string[] {
    return this.#paths;
  }

  /** False where a file changed while it was read, or something was asked that is not taken down. */
  get isSteady(): boolean {
    return this.#isSteady;
  }

  /** Something was asked, or known from before, that is not taken down. */
  lose(): void {
    this.#isSteady = false;
  }

  found(paths: readonly string[]): void {
    this.#paths = paths;
  }

  /** What was asked before, and has been found to be so. */
  add(facts: ReadFacts): void {
    for (const [path, hash] of Object.entries(facts.texts)) this.#note(this.texts, path, hash);
    for (const [path, isThere] of Object.entries(facts.files)) this.#note(this.files, path, isThere);
    for (const [path, isThere] of Object.entries(facts.directories)) this.#note(this.directories, path, isThere);
    for (const [path, target] of Object.entries(facts.links)) this.#note(this.links, path, target);
    for (const [path, names] of Object.entries(facts.modules)) this.#note(this.modules, path, names);
  }

  get facts(): ReadFacts {
    const { texts, files, directories, links, modules } = this;
    return { texts, files, directories, links, modules };
  }

  text(path: string, bytes: Uint8Array | undefined): void {
    this.#note(this.texts, path, bytes === undefined ? absent : hashOf(bytes));
  }

  file(path: string, isThere: boolean): void {
    this.#note(this.files, path, isThere);
  }

  directory(path: string, isThere: boolean): void {
    this.#note(this.directories, path, isThere);
  }

  link(path: string, target: string): void {
    this.#note(this.links, path, target);
  }

  /**
   * A module that another program than TypeScript has read: it goes by package.json, and by what else lies in the
   * directory.
   */
  bundled(path: string): void {
    if (isOwnSource(path)) return;
    this.text(path, bytesOf(path));
    this.#note(this.modules, dirname(path), modulesOf(dirname(path)));
    for (let directory = dirname(path); ; directory = dirname(directory)) {
      const manifest = join(directory, "package.json");
      this.text(manifest, bytesOf(manifest));
      if (dirname(directory) === directory) return;
    }
  }

  #note<Fact>(facts: Record<string, Fact>, path: string, fact: Fact): void {
    if (isOwnSource(path)) return;
    if (Object.hasOwn(facts, path) && facts[path] !== fact) this.#isSteady = false;
    facts[path] = fact;
  }
}

/** Whether a compilation would be told the same now. `known`: what has just been read, by path. */
export function stillHold(facts: ReadFacts, known: ReadonlyMap<string, string> = new Map()): boolean {
  return (
    holds(facts.texts, (path) => known.get(path) ?? textHash(path)) &&
    holds(facts.files, isFile) &&
    holds(facts.directories, isDirectory) &&
    holds(facts.links, linkTarget) &&
    holds(facts.modules, modulesOf)
  );
}

function holds<Fact>(facts: Readonly<Record<string, Fact>>, now: (path: string) => Fact): boolean {
  return Object.entries(facts).every(([path, fact]) => now(path) === fact);
}

/** Of the bytes of a file, as in `ReadFacts`. */
export function textHash(path: string): string {
  const bytes = bytesOf(path);
  return bytes === undefined ? absent : hashOf(bytes);
}

export function hashOf(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export const isFile = (path: string): boolean => statOf(path)?.isFile() ?? false;

export const isDirectory = (path: string): boolean => statOf(path)?.isDirectory() ?? false;

function bytesOf(path: string): Uint8Array | undefined {
  return attempt(() => readFileSync(path));
}

/** Where the file really is; `absent` where it is not. */
export function linkTarget(path: string): string {
  return attempt(() => realpathSync(path)) ?? absent;
}

const modulePattern = /\.(?:[cm]?[jt]sx?|css|json)$/;

function modulesOf(directory: string): string {
  const names = attempt(() => readdirSync(directory)) ?? [];
  return hashOf(JSON.stringify(names.filter((name) => modulePattern.test(name)).toSorted()));
}

function statOf(path: PathLike) {
  return attempt(() => statSync(path, { throwIfNoEntry: false }));
}

function attempt<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isOwnSource } from "./own-modules.ts";
import { type Reads, absent, linkTarget } from "./reads.ts";

/** Tells which files policies may be read from: a pull request may not make `compile` read others, and show them. */
export interface Checkout {
  /** Whether the file is outside of every checkout that the policies are in, links followed. */
  readonly isOutside: (path: string) => boolean;
}

/**
 * The git checkout around the policies. A pipeline may have only a copy of it, without `.git`: then the outermost
 * directory with a `package.json`, and else the working directory.
 */
export function checkoutOf(paths: readonly string[], workingDirectory: string, reads?: Reads): Checkout {
  const own = rootOf(workingDirectory);
  const named = paths.map((path) => resolve(workingDirectory, path));
  const inside = named.map((path) => {
    if (own !== undefined && isBelow(path, own)) return linkTarget(own);
    return linkTarget(rootOf(dirname(path)) ?? copyAround(isBelow(path, workingDirectory) ? workingDirectory : dirname(path)));
  });
  return {
    isOutside: (path) => {
      const real = linkTarget(path);
      // A file that becomes a link is read anew once its text is another, and with the same text it shows nothing new.
      if (real !== path) reads?.link(path, real);
      // Reading it says why it cannot be read.
      if (real === absent || isOwnSource(path)) return false;
      return !isInstalled(real) && !inside.some((root) => isBelow(real, root));
    },
  };
}

/** Package managers keep packages in directories of their own, and link to them. */
function isInstalled(path: string): boolean {
  return path.split(sep).includes("node_modules");
}

/** The git checkout around a directory. A checkout of `git worktree` and of a submodule has a file `.git`. */
function rootOf(start: string): string | undefined {
  return directoriesAbove(start).find((directory) => existsSync(join(directory, ".git")));
}

/** A monorepo has a `package.json` at its root, and others below. */
function copyAround(start: string): string {
  return directoriesAbove(start).findLast((directory) => existsSync(join(directory, "package.json"))) ?? start;
}

/** The directory itself, and each above it. */
function directoriesAbove(start: string): readonly string[] {
  const directory = resolve(start);
  return dirname(directory) === directory ? [directory] : [directory, ...directoriesAbove(dirname(directory))];
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) === resolve(path);
}

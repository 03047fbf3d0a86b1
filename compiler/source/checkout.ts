import { existsSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { isOwnSource } from "./own-modules.ts";
import { type Reads, absent, linkTarget } from "./reads.ts";

/** Tells which files policies may be read from: a pull request may not make `compile` read others, and show them. */
export interface Checkout {
  /** Whether the file is outside of every git checkout that the policies are in, links followed. */
  readonly isOutside: (path: string) => boolean;
}

/** Where there is no git checkout there is no pull request either: then every file is inside. */
export function checkoutOf(paths: readonly string[], workingDirectory: string, reads?: Reads): Checkout {
  const own = rootOf(workingDirectory);
  const named = paths.map((path) => resolve(workingDirectory, path));
  const roots = named.map((path) => (own !== undefined && isBelow(path, own) ? own : rootOf(dirname(path))));
  if (roots.includes(undefined)) return { isOutside: () => false };
  const inside = roots.map((root) => linkTarget(root ?? ""));
  return {
    isOutside: (path) => {
      const real = linkTarget(path);
      reads?.link(path, real);
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
  for (let directory = resolve(start); ; directory = dirname(directory)) {
    if (existsSync(join(directory, ".git"))) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) === resolve(path);
}

import { existsSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { HelpfulError } from "../../api/helpful-error.ts";
import { isWithin } from "../../manifest/output-directory.ts";

/** What the process knows of places for caches. */
export interface CachePlaces {
  /** HOLDFAST_CACHE */
  readonly given: string | undefined;
  /** The cache directory of the user who runs the command; undefined: they have none. */
  readonly ofUser: string | undefined;
}

/** `~/.cache/holdfast`, and what stands for it on macOS and Windows. */
export function cachePlaces(
  env: Readonly<Record<string, string | undefined>>,
  { platform, home }: { readonly platform: NodeJS.Platform; readonly home: string },
): CachePlaces {
  const { HOLDFAST_CACHE: given = "", XDG_CACHE_HOME: xdg = "", LOCALAPPDATA: local = "" } = env;
  const base = xdg.startsWith("/") ? xdg : baseOf(platform, { home, local });
  return { given: given === "" ? undefined : given, ofUser: base === undefined ? undefined : join(base, "holdfast") };
}

function baseOf(
  platform: NodeJS.Platform,
  { home, local }: { readonly home: string; readonly local: string },
): string | undefined {
  if (platform === "win32") return local === "" ? undefined : local;
  if (home === "") return undefined;
  return platform === "darwin" ? join(home, "Library", "Caches") : join(home, ".cache");
}

/**
 * Where the compiler keeps what it made; undefined: nowhere. Never inside of the checkout: whoever can commit a file
 * there, such as a stranger with a pull request, would decide what the policies of others compile to.
 */
export function cacheDirectory({ given, ofUser }: CachePlaces, workingDirectory: string): string | undefined {
  const checkout = checkoutOf(workingDirectory);
  const inCheckout = (path: string): boolean => isWithin(realPath(path), checkout);
  if (given === undefined) return ofUser === undefined || inCheckout(ofUser) ? undefined : join(ofUser, "compile");
  const directory = resolve(workingDirectory, given);
  if (!inCheckout(directory)) return join(directory, "compile");
  throw new HelpfulError(
    `HOLDFAST_CACHE is ${given}, which is inside of the checkout ${checkout}`,
    "whoever commits a file there decides what policies compile to: name a directory elsewhere, or give `--no-cache`",
  );
}

/**
 * Makes the directory where it is not there, and says whether only this user can write into it. Someone else's would be
 * believed otherwise.
 */
export function isOurs(directory: string): boolean {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const status = lstatSync(directory);
  if (!status.isDirectory()) return false;
  // Windows has neither; there, the directory of a user is theirs.
  const user = process.getuid?.();
  return user === undefined || (status.uid === user && (status.mode & 0o022) === 0);
}

/** The nearest directory with `.git`, links resolved; without one, the working directory. */
function checkoutOf(workingDirectory: string): string {
  const start = realPath(workingDirectory);
  for (let directory = start; ; directory = dirname(directory)) {
    if (existsSync(join(directory, ".git"))) return directory;
    if (dirname(directory) === directory) return start;
  }
}

/** With its links resolved, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), path.slice(dirname(path).length));
  }
}

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where programs are kept between runs, outside of every checkout. */
export function cacheDirectory(program: string, variables: NodeJS.ProcessEnv = process.env): string {
  const named = variables["XDG_CACHE_HOME"] ?? "";
  // The XDG specification: a relative path is invalid and to be ignored.
  const caches = isAbsolute(named) ? named : join(homedir(), ".cache");
  return join(caches, "holdfast", program);
}

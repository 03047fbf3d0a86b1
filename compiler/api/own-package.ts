import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The package that this code belongs to. In this repository, each module is its own file. In the published package and
 * in the image, many modules are bundled into one file.
 */
interface OwnPackage {
  /** With a slash at the end. */
  readonly directory: URL;
  readonly version: string;
}

let found: OwnPackage | undefined;

function ownPackage(): OwnPackage {
  return (found ??= findPackage(new URL(".", import.meta.url)));
}

export function readVersion(): string {
  return ownPackage().version;
}

/**
 * The first of these files that exists, or the last one. Paths are relative to the package. A file `x.ts` of this
 * repository has another name in the published package.
 */
export function ownFile(path: string, ...others: readonly string[]): string {
  const [file = "", ...rest] = [path, ...others].map((one) => fileURLToPath(new URL(one, ownPackage().directory)));
  return [file, ...rest].find((one) => existsSync(one)) ?? rest.at(-1) ?? file;
}

function findPackage(start: URL): OwnPackage {
  for (let directory = start; ; directory = new URL("..", directory)) {
    const version = versionIn(directory);
    if (version !== undefined) return { directory, version };
    if (directory.pathname === "/" || /^\/[A-Za-z]:\/$/.test(directory.pathname))
      throw new Error("package.json of holdfast not found");
  }
}

function versionIn(directory: URL): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(new URL("package.json", directory), "utf8"));
    const isOurs = typeof manifest === "object" && manifest !== null && "name" in manifest && manifest.name === "holdfast";
    return isOurs && "version" in manifest ? String(manifest.version) : undefined;
  } catch {
    return undefined;
  }
}

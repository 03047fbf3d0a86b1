import { readFileSync } from "node:fs";

/** The version of the package that this file belongs to, wherever the build has put it. */
export function readVersion(): string {
  for (let directory = new URL(".", import.meta.url); ; directory = new URL("..", directory)) {
    const version = versionIn(directory);
    if (version !== undefined) return version;
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

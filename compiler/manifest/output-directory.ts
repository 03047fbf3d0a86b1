import { closeSync, lstatSync, openSync, readFileSync, readSync, readdirSync, realpathSync } from "node:fs";
import { HelpfulError } from "../api/helpful-error.ts";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type CommentSign, hasOurHeader, sourceOf } from "./header.ts";

/** More than the first line of our header, whatever stands before it. */
const headerBytes = 256;

/** What lies under a name: a file that we wrote, or something that is none of our business. */
export type FoundFile =
  | { readonly kind: "ours"; readonly text: string; readonly source: string | undefined }
  | { readonly kind: "foreign"; readonly what: string };

/**
 * The absolute path of the output directory. A path inside the working directory has to stay there: a symbolic link in
 * a checkout must not make a build write somewhere else. A path that leads outside in plain sight is taken as meant.
 */
export function resolveOutputDirectory(out: string, workingDirectory: string, flag = "--out"): string {
  const directory = resolve(workingDirectory, out);
  try {
    const real = realPath(directory);
    if (!isWithin(directory, workingDirectory) || isWithin(real, realpathSync(workingDirectory))) return directory;
    throw new HelpfulError(
      `${out} leads outside the working directory through a symbolic link, to ${real}`,
      `if that is meant, say so: ${flag} ${real}`,
    );
  } catch (error) {
    throw asOutputError(error, `use ${out}`);
  }
}

/**
 * Everything in the directory by name; empty where the directory does not exist yet. Ours is what has our header under
 * this sign of comment, so that neither command touches what the other wrote. Hidden files are passed over:
 * among them are those that another run is just about to put in place.
 */
export function readOutputDirectory(directory: string, sign: CommentSign = "#"): ReadonlyMap<string, FoundFile> {
  try {
    return new Map(namesIn(directory).map((name) => [name, readEntry(join(directory, name), sign)]));
  } catch (error) {
    throw asOutputError(error, `read ${directory}`);
  }
}

/** Whether `path` is `directory` or lies below it; both absolute. */
export function isWithin(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && resolve(directory, way) === path);
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => !name.startsWith("."))
      .toSorted();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    if (errorCode(error) === "ENOTDIR") throw new HelpfulError(`${directory} is not a directory`, "name a directory with --out");
    throw error;
  }
}

function readEntry(path: string, sign: CommentSign): FoundFile {
  const status = lstatSync(path);
  if (status.isSymbolicLink()) return { kind: "foreign", what: "a symbolic link" };
  if (status.isDirectory()) return { kind: "foreign", what: "a directory" };
  if (!status.isFile()) return { kind: "foreign", what: "not a regular file" };
  const start = readStart(path);
  if (start === undefined) return { kind: "foreign", what: "a file that cannot be read" };
  if (!hasOurHeader(start, sign)) return { kind: "foreign", what: "a file that Holdfast did not write" };
  const text = readFileSync(path, "utf8");
  return { kind: "ours", text, source: sourceOf(text, sign) };
}

/** The header only, since what lies beside our files may be of any size; `undefined` where it is not ours to read. */
function readStart(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const buffer = Buffer.alloc(headerBytes);
    return buffer.toString("utf8", 0, readSync(file, buffer, 0, headerBytes, 0));
  } catch (error) {
    if (errorCode(error) === "EACCES" || errorCode(error) === "EPERM") return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The path with its links resolved, as far as it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    if (errorCode(error) !== "ENOENT" || parent === path) throw error;
    return join(realPath(parent), basename(path));
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space left on the device",
  ENOTDIR: "a part of the path is a file, not a directory",
  EEXIST: "something else has that name",
  EISDIR: "it is a directory",
  ELOOP: "symbolic links that lead in a circle",
  ENAMETOOLONG: "the name is too long",
};

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/**
 * The same failure in words, where only the owner of the directory can fix it; nothing is written then:
 * `cannot write to /srv/generated: permission denied`.
 */
export function asOutputError(error: unknown, doing: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return new HelpfulError(
    `cannot ${doing}: ${reasons[code] ?? code}`,
    "nothing was changed; fix the path or name another directory",
  );
}

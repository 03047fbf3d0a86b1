import { isUtf8 } from "node:buffer";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { HelpfulError } from "../api/helpful-error.ts";
import type { DocumentText } from "./read-documents.ts";

/** Below a directory only files count that may hold a definition: charts and sources of other things lie there, too. */
const word = "CustomResourceDefinition";

/** The text of a file, or of every YAML and JSON file below a directory that mentions a CustomResourceDefinition. */
export function readPath(path: string, workingDirectory: string): readonly DocumentText[] {
  const absolute = resolve(workingDirectory, path);
  const status = attempt(path, () => statSync(absolute));
  if (status.isFile()) return [readFile(path, absolute)];
  if (!status.isDirectory())
    throw new HelpfulError(`${path} is no regular file`, "name a file or a directory, or `-` for standard input");
  const files = filesBelow(path, absolute).map((file) => readFile(file, resolve(workingDirectory, file)));
  return files.filter(({ text }) => text.includes(word));
}

/** Links to directories are not followed, so that none can lead back. */
function filesBelow(path: string, absolute: string): readonly string[] {
  const entries = attempt(path, () => readdirSync(absolute, { withFileTypes: true }));
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const [inner, innerAbsolute] = [join(path, entry.name), join(absolute, entry.name)];
      if (entry.isDirectory()) return isPassedOver(entry.name) ? [] : filesBelow(inner, innerAbsolute);
      if (!/\.(ya?ml|json)$/i.test(entry.name)) return [];
      return attempt(inner, () => statSync(innerAbsolute)).isFile() ? [inner] : [];
    });
}

function isPassedOver(name: string): boolean {
  return name === "node_modules" || name.startsWith(".");
}

function readFile(path: string, absolute: string): DocumentText {
  const bytes = attempt(path, () => readFileSync(absolute));
  if (!isUtf8(bytes)) throw new HelpfulError(`${path} is not UTF-8 text`, "save it as UTF-8");
  return { path, text: withoutMark(bytes.toString("utf8")) };
}

/** A byte order mark is no part of the text. */
function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, "");
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file or directory",
  EACCES: "permission denied",
  ELOOP: "symbolic links that lead in a circle",
  ENOTDIR: "a part of the path is a file, not a directory",
  ENAMETOOLONG: "the name is too long",
  ERR_FS_FILE_TOO_LARGE: "the file is too large",
};

function attempt<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw new HelpfulError(
      `cannot read ${path}: ${reasons[code] ?? code}`,
      "name a YAML or JSON file, or a directory that holds some",
    );
  }
}

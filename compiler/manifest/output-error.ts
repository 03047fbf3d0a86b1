import { HelpfulError } from "../api/helpful-error.ts";

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

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The same failure in words, where only the owner of the directory can fix it; nothing is written then: `cannot write to /srv/generated: permission denied`. */
export function asOutputError(error: unknown, doing: string): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return new HelpfulError(
    `cannot ${doing}: ${reasons[code] ?? code}`,
    "nothing was changed; fix the path or name another directory",
  );
}

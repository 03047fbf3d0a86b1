/**
 * A place in a source file: the characters from `start` up to, but not including, `end` (UTF-16 offsets, as
 * editors count). `file` is the path as the user would type it: relative to the working directory, with `/`.
 */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** The place of something that stands nowhere in particular in `file`: its first character. */
export function startOfFile(file: string): Span {
  return { file, start: 0, end: 0 };
}

import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StaleFile } from "../../manifest/output.ts";
import { isWithin } from "../../manifest/output-directory.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** A generated file whose source is still there, but was not among the paths of this run. */
export interface LeftOutFile {
  readonly name: string;
  readonly source: string;
}

interface LeftOutPlace {
  readonly name: string;
  readonly leftOut: readonly LeftOutFile[];
}

/**
 * Of the files that nothing planned accounts for, those that only look stale because this run compiled a part of the
 * policies. To remove them would end a protection that its source still asks for.
 */
export function findLeftOut(
  stale: readonly StaleFile[],
  paths: readonly string[],
  workingDirectory: string,
): readonly LeftOutFile[] {
  const compiled = paths.map((path) => resolve(workingDirectory, path));
  return stale.flatMap(({ name, source }) => {
    if (source === undefined) return [];
    const file = resolve(workingDirectory, source);
    // What is made from a directory is nobody's alone.
    const isLeftOut =
      statSync(file, { throwIfNoEntry: false })?.isFile() === true && !compiled.some((path) => isWithin(file, path));
    return isLeftOut ? [{ name, source }] : [];
  });
}

export function leftOutError({ name: directory, leftOut }: LeftOutPlace): HelpfulError {
  const named = leftOut.map(({ name, source }) => `${join(directory, name)} (from ${source})`).join(", ");
  return new HelpfulError(
    `this would remove ${named}: the source still exists but was not compiled`,
    "nothing was changed; compile all policies together, or give a part of them a directory of its own",
  );
}

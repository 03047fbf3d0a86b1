import { randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";
import type { OutputOptions } from "../arguments/format-flag.ts";
import type { Forms } from "./findings/format-findings.ts";
import type { Terminal } from "./terminal.ts";

export interface Shown<Format extends string> {
  /** Whether there is no problem to tell: then `--quiet` prints nothing. */
  readonly isFine: boolean;
  /** Whether people have been told on the error stream. */
  readonly isReported?: boolean;
  /** Of commands that find something. */
  readonly forms?: Forms;
  /** What is not made of those. */
  readonly write: (format: Format, options: WriteOptions) => string;
}

export interface WriteOptions {
  readonly color: boolean;
  /** What is in order is left out. */
  readonly isQuiet: boolean;
}

/**
 * Every form that was asked for: files, and one on standard output. `--quiet` is about what people read there; a file,
 * and what programs read, is whole.
 */
export async function writeOutputs<Format extends string>(
  { format, formatFiles, isQuiet }: OutputOptions<Format>,
  { isFine, isReported = false, forms, write: writeOwn }: Shown<Format>,
  terminal: Terminal,
): Promise<void> {
  // Text needs neither YAML nor SARIF.
  const isText = formatFiles.every((file) => file.format === "text") && format === "text";
  const shared = isText || forms === undefined ? undefined : await import("./findings/format-findings.ts");
  const write: Shown<Format>["write"] = (form, options) =>
    (forms && shared?.sharedForm(form, forms, terminal)) ?? writeOwn(form, options);
  for (const file of formatFiles) {
    const text = write(file.format, { color: false, isQuiet: false });
    writeWhole(file.path, `${text}\n`, terminal);
  }
  const isForPeople = format === "text";
  if (isForPeople && (isReported || (isQuiet && isFine))) return;
  const text = write(format, { color: isForPeople && terminal.outputColor, isQuiet: isForPeople && isQuiet });
  if (text !== "") terminal.print(text);
}

/** Before a cluster is read for minutes. */
export function requirePlaces({ formatFiles }: Pick<OutputOptions<string>, "formatFiles">, { workingDirectory }: Terminal): void {
  for (const { path, format } of formatFiles) {
    const why = whyNot(resolve(workingDirectory, path));
    if (why !== undefined) throw unwritable(path, why, format);
  }
}

function whyNot(path: string): string | undefined {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return "it is a directory";
    const isThere = statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory() === true;
    return isThere ? undefined : "its directory does not exist";
  } catch (error) {
    return errorMessage(error);
  }
}

/** Written beside its place and renamed, so that nobody reads the half of it; a device, such as /dev/stderr, stays one. */
function writeWhole(path: string, text: string, { workingDirectory }: Terminal): void {
  const target = resolve(workingDirectory, path);
  const staged = join(dirname(target), `.holdfast.${randomBytes(8).toString("hex")}.new`);
  try {
    const there = statSync(target, { throwIfNoEntry: false });
    if (there !== undefined && !there.isFile()) return writeFileSync(target, text);
    writeFileSync(staged, text, { flag: "wx" });
    renameSync(staged, target);
  } catch (error) {
    if (existsSync(staged)) rmSync(staged);
    throw unwritable(path, errorMessage(error), "json");
  }
}

function unwritable(path: string, why: string, format: string): HelpfulError {
  return new HelpfulError(
    `${path} cannot be written: ${why}`,
    `name a file in a directory that is there: --format ${format}=results/${basename(path)}`,
  );
}

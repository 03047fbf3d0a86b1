// in: PlannedFile[]; out: what the output directory has of them; next: write-plan.ts, or the report of --check
import { join } from "node:path";
import type { CommentSign } from "./header.ts";
import type { EmittedObject, Named, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from "./kubernetes-objects.ts";
import { type FoundFile, readOutputDirectory } from "./output-directory.ts";
import { HelpfulError } from "../api/helpful-error.ts";

/** A file that the compiler wants to exist, relative to the output directory. */
export interface PlannedFile {
  readonly name: string;
  readonly text: string;
  /** What the API server would be given; absent where the file holds no manifests, or none with expressions. */
  readonly objects?: readonly PlannedObject[];
}

type PlannedObject = EmittedObject | Named<ValidatingAdmissionPolicy> | Named<ValidatingAdmissionPolicyBinding>;

/** A planned file that stands in the directory with another text. */
export interface DriftedFile extends PlannedFile {
  readonly found: string;
}

/** A file with our header that nothing planned accounts for. */
export interface StaleFile {
  readonly name: string;
  /** The source that its header names. */
  readonly source: string | undefined;
}

/** The plan against the directory. Files without our header count only where a planned file has to go. */
export interface Comparison {
  /** Absolute. */
  readonly directory: string;
  readonly same: readonly PlannedFile[];
  readonly missing: readonly PlannedFile[];
  readonly different: readonly DriftedFile[];
  readonly stale: readonly StaleFile[];
}

/**
 * Reads the directory and sorts out what would have to change. Throws an `HelpfulError` where the directory cannot be
 * read, or where something that is not ours stands in the place of a planned file.
 */
export function comparePlan(directory: string, files: readonly PlannedFile[], sign: CommentSign = "#"): Comparison {
  const found = readOutputDirectory(directory, sign);
  requireNothingInTheWay(directory, found, files);
  const textOf = (name: string): string | undefined => ownText(found.get(name));
  const planned = new Set(files.map((file) => file.name));
  return {
    directory,
    same: files.filter((file) => isSame(textOf(file.name), file.text)),
    missing: files.filter((file) => textOf(file.name) === undefined),
    different: files.flatMap((file) => {
      const text = textOf(file.name);
      return text === undefined || isSame(text, file.text) ? [] : [{ ...file, found: text }];
    }),
    stale: [...found].flatMap(([name, file]) =>
      file.kind === "ours" && !planned.has(name) ? [{ name, source: file.source }] : [],
    ),
  };
}

/** Git on Windows changes line ends on checkout; YAML does not care, so neither do we. */
function isSame(found: string | undefined, planned: string): boolean {
  return found?.replaceAll("\r\n", "\n") === planned;
}

function ownText(file: FoundFile | undefined): string | undefined {
  return file?.kind === "ours" ? file.text : undefined;
}

function requireNothingInTheWay(directory: string, found: ReadonlyMap<string, FoundFile>, files: readonly PlannedFile[]): void {
  const inTheWay = files.flatMap(({ name }) => {
    const file = found.get(name);
    return file?.kind === "foreign" ? [`${join(directory, name)} is ${file.what}`] : [];
  });
  if (inTheWay.length === 0) return;
  throw new HelpfulError(inTheWay.join("; "), "nothing was changed; move it away, or name another directory");
}

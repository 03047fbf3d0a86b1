import type { Position } from "../../../diagnostics/format.ts";

/** Something that somebody has to look at, whatever the command: what SARIF, JUnit and annotations are written from. */
export interface Finding {
  /** `error`: the command ends with another exit code than 0 because of it. */
  readonly level: "error" | "warning" | "note";
  /** Which kind of problem it is, by a name that stays: `unsupported-loop`, `unprotected`. */
  readonly rule: string;
  /** Lines of text from anywhere, not yet fit for a terminal. */
  readonly message: string;
  /** As the user would type it; undefined: it is in no file. */
  readonly file?: string | undefined;
  readonly position?: Position | undefined;
  /** What it is about where that is not a place in a file: `persistentvolumeclaims/shop/data-db-0`. */
  readonly object?: string | undefined;
  readonly help?: string | undefined;
}

/** One thing that was looked at. */
export interface Check {
  /** What it belongs to: a file, an API server. */
  readonly suite: string;
  readonly name: string;
  readonly milliseconds?: number;
  readonly isSkipped?: boolean;
  /** Undefined: all is well. */
  readonly finding?: Finding | undefined;
}

/** Everything that one run looked at. */
export interface Checks {
  /** `holdfast test` */
  readonly command: string;
  /** One line. */
  readonly headline: string;
  readonly checks: readonly Check[];
  readonly milliseconds?: number;
}

export const findingsIn = ({ checks }: Checks): readonly Finding[] => checks.flatMap(({ finding }) => finding ?? []);

/** A check that fails, named for what it found. */
export function failing(suite: string, finding: Finding): Check {
  const { rule, object, message } = finding;
  return { suite, name: `${rule}: ${object ?? message.split("\n")[0] ?? ""}`, finding };
}

/** `policies/x.ts:12:3`, or the object; empty where it is about neither. */
export function placeOf({ file, position, object }: Finding): string {
  if (file === undefined) return object ?? "";
  return position === undefined ? file : `${file}:${position.line}:${position.column}`;
}

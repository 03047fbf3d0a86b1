import { type Code, type ErrorCode, type WarningCode, catalogue } from "./catalogue.ts";
import type { Span } from "./span.ts";

/** One finding about the author's source: what is wrong (`message`), where (`span`) and how to fix it (`help`). */
export interface Diagnostic {
  readonly code: Code;
  /** `warning`: the policies compile anyway. */
  readonly severity: "error" | "warning";
  readonly span: Span;
  readonly message: string;
  readonly help: string;
}

/** Fills the catalogue's wording for `code`; the parameters are checked by the type system. */
export function createDiagnostic<C extends Code>(code: C, span: Span, parameters: Parameters<C>): Diagnostic {
  const entry: { readonly message: string; readonly help: string; readonly severity?: "warning" } = catalogue[code];
  return {
    code,
    severity: entry.severity ?? "error",
    span,
    message: fill(entry.message, parameters),
    help: fill(entry.help, parameters),
  };
}

/** Collects the diagnostics of all stages. Stages continue after an error, so that an author sees all of them at once. */
export class DiagnosticBag {
  readonly #byIdentity = new Map<string, Diagnostic>();

  report<C extends ErrorCode>(code: C, span: Span, parameters: Parameters<C>): void {
    this.add(createDiagnostic(code, span, parameters));
  }

  /** Reports something that does not stop the policies from compiling. */
  warn<C extends WarningCode>(code: C, span: Span, parameters: Parameters<C>): void {
    this.add(createDiagnostic(code, span, parameters));
  }

  /** A function that two rules share is lowered twice. Its mistake is reported once. */
  add(diagnostic: Diagnostic): void {
    const { code, span, message } = diagnostic;
    const identity = JSON.stringify([span.file, span.start, span.end, code, message]);
    this.#byIdentity.set(identity, diagnostic);
  }

  /** The result of `work`. If it reports an error: undefined, and nothing is reported. */
  attempt<Result>(work: () => Result): Result | undefined {
    return this.attemptOr(work, () => undefined);
  }

  /** The result of `work`. If it reports an error: the result of `otherwise`, and nothing is reported. */
  attemptOr<Result, Other>(
    work: () => Result,
    otherwise: (first: Diagnostic, errors: readonly Diagnostic[]) => Other,
  ): Result | Other {
    const before = new Map(this.#byIdentity);
    const result = work();
    const added = [...this.#byIdentity].filter(([identity]) => !before.has(identity));
    const errors = added.map(([, diagnostic]) => diagnostic).filter(isError);
    const [first] = errors;
    if (first === undefined) return result;
    for (const [identity] of added) this.#byIdentity.delete(identity);
    return otherwise(first, errors);
  }

  /** Runs `work` until `again` is false. Only the reports of the last run are kept. */
  repeat<Result>(work: () => Result, again: () => boolean): Result {
    for (;;) {
      const known = new Map(this.#byIdentity);
      const result = work();
      if (!again()) return result;
      this.#byIdentity.clear();
      for (const [identity, diagnostic] of known) this.#byIdentity.set(identity, diagnostic);
    }
  }

  get hasErrors(): boolean {
    return [...this.#byIdentity.values()].some(isError);
  }

  /** The files with an error, by the path that is shown. */
  get files(): ReadonlySet<string> {
    return new Set([...this.#byIdentity.values()].filter(isError).map(({ span }) => span.file));
  }

  /** Errors by file, then by position: the order in which an author works through them. */
  errors(): readonly Diagnostic[] {
    return inOrder([...this.#byIdentity.values()].filter(isError));
  }

  /** Warnings in the same order. */
  warnings(): readonly Diagnostic[] {
    return inOrder([...this.#byIdentity.values()].filter((one) => !isError(one)));
  }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) => compare(a.span.file, b.span.file) || a.span.start - b.span.start || compare(a.code, b.code),
  );
}

/** The longest part of the source or of a TypeScript error that a message repeats, in characters. */
const longestWords = 400;

/** Thrown if an invariant of Holdfast is broken. A bug of ours, never of the author. Exit code 4. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

function fill(template: string, parameters: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new InternalError(`no parameter ${name} for "${template}"`);
    return shortened(value);
  });
}

/** A function of the author may be a page long. The position shows the rest of it. */
function shortened(words: string): string {
  const line = words.replaceAll(/\s*[\r\n]\s*/g, " ");
  return line.length > longestWords ? `${line.slice(0, longestWords - 1).toWellFormed()}…` : line;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The words in braces; code in a text (`{ a, b }`, `({...})`) is told apart by what a word cannot contain. */
type Words<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Words<Rest> | (Name extends "" | `${string}${" " | "." | ":" | ","}${string}` ? never : Name)
  : never;

/** The parameters that the wording of a code asks for. */
export type Parameters<C extends Code> = {
  readonly [Name in Words<(typeof catalogue)[C]["message"]> | Words<(typeof catalogue)[C]["help"]>]: string;
};

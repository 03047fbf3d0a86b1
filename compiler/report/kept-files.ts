import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Kept, type OfFile, withKept } from "../ir/of-file.ts";
import type { PolicyFile } from "../ir/policy.ts";
import type { PlannedFile } from "../manifest/output.ts";
import type { PlannedPolicy } from "../plan/index.ts";
import { closuresOf } from "../source/closure.ts";
import type { LoadedProject } from "../source/project.ts";
import type { CompiledPolicy } from "./compiled-policy.ts";
import type { FileParts, MadeOfFile } from "./file-parts.ts";

interface CompiledNow {
  readonly project: LoadedProject;
  readonly files: readonly PolicyFile<PlannedPolicy>[];
  readonly fallback: unknown;
}

/** What is known of the files that are not compiled again, as each stage after planning takes it. */
export class KeptFiles {
  readonly #parts: FileParts;
  readonly #order: readonly string[];

  /** `order`: all files. */
  constructor(parts: FileParts = new Map(), order: readonly string[]) {
    this.#parts = parts;
    this.#order = order;
  }

  get yaml(): Kept<PlannedFile> {
    return this.#kept(({ stem, yaml }) => [{ name: `${stem}.yaml`, text: yaml }]);
  }

  get static(): Kept<PlannedFile> {
    return this.#kept(({ stem, staticYaml }) => (staticYaml === undefined ? [] : [{ name: `${stem}.yaml`, text: staticYaml }]));
  }

  get reported(): Kept<readonly object[]> {
    return this.#kept(({ reported }) => [reported]);
  }

  get warnings(): readonly Diagnostic[] {
    return [...this.#parts.values()].flatMap((part) => part.warnings);
  }

  withTexts(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const warned = [...this.#parts.values()].filter((part) => part.warnings.length > 0);
    return new Map([...warned.map(({ file, text }) => [file, text] as const), ...texts]);
  }

  withPolicies(policies: readonly CompiledPolicy[], files: readonly PolicyFile<PlannedPolicy>[]): readonly CompiledPolicy[] {
    const own = files.map(({ file }) => ({ file, made: policies.filter(({ source }) => source === file) }));
    return withKept(
      own,
      this.#kept((made) => [made.policies]),
    ).flatMap(({ made }) => made);
  }

  /**
   * Whether what is compiled now leaves them as they are, and they what is compiled now. What clashes, and what one file
   * means for another, is for a compilation of all files to say.
   */
  fits({ project, files, fallback }: CompiledNow): boolean {
    if (this.#parts.size === 0) return true;
    const closures = closuresOf(project);
    if (closures === undefined || fallback !== undefined) return false;
    const made = this.#kept((one) => [one]).ofFiles.map((one) => one.made);
    const stems = [...made, ...files].map(({ stem }) => stem.toLowerCase());
    const planned = files.flatMap(({ policies }) => policies.flatMap(({ admissionPolicies }) => admissionPolicies));
    const names = [...made.flatMap((one) => one.names), ...planned.map(({ name }) => name)];
    const imports = new Set([...this.#parts.values(), ...closures.values()].flatMap((one) => one.imports));
    const modules = [...this.#parts].filter(([, part]) => part.made === undefined);
    return made.length > 0 && [stems, names].every(areDistinct) && modules.every(([path]) => imports.has(path));
  }

  #kept<Made>(of: (made: MadeOfFile) => readonly Made[]): Kept<Made> {
    const ofFiles = [...this.#parts.values()].flatMap(({ file, made }): readonly OfFile<Made>[] =>
      made === undefined ? [] : of(made).map((one) => ({ file, made: one })),
    );
    return { ofFiles, order: this.#order };
  }
}

const areDistinct = (words: readonly string[]): boolean => new Set(words).size === words.length;

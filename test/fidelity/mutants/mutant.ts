/** A fault in one file of the compiler, the evaluator or the engine, as a replacement of its text. */
export interface Mutant {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly text: string;
  readonly replacement: string;
}

/** `source` with the fault in it. A table that no longer fits the source must not pass for one. */
export function plantIn(source: string, { name, file, text, replacement }: Mutant): string {
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`the mutant "${name}" wants this once in ${file}, it is there ${times} times:\n${text}`);
  const faulty = source.replace(text, () => replacement);
  if (faulty === source) throw new Error(`the mutant "${name}" changes nothing of ${file}`);
  return faulty;
}

/** What became of one source file. */
export interface OfFile<Made> {
  /** As the user would type it: `policies/ack.ts`. */
  readonly file: string;
  readonly made: Made;
}

/** What is known from before of files that are not compiled again, and where they stand among all. */
export interface Kept<Made> {
  readonly ofFiles: readonly OfFile<Made>[];
  /** All files, in their order. */
  readonly order: readonly string[];
}

/** What was made now and what is known from before, in the order of the files. */
export function withKept<Made>(own: readonly OfFile<Made>[], kept: Kept<Made> | undefined): readonly OfFile<Made>[] {
  if (kept === undefined || kept.ofFiles.length === 0) return own;
  const places = new Map(kept.order.map((file, at) => [file, at]));
  const placeOf = ({ file }: OfFile<Made>): number => places.get(file) ?? places.size;
  return [...own, ...kept.ofFiles].toSorted((a, b) => placeOf(a) - placeOf(b));
}

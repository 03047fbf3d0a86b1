/** A flag that cannot be meant. */
export class FlagError extends Error {
  override readonly name = "FlagError";
  /** What to write instead. */
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

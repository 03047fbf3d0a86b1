/** A command line that says nothing we understand: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

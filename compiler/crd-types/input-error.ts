/** Definitions that cannot be read where the user says: exit code 2. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

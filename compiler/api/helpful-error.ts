/** An error that the user can fix. The message says what is wrong, and `help` what to do. */
export class HelpfulError extends Error {
  override readonly name: string = "HelpfulError";
  readonly help: string;
  /** Exit code of `holdfast`. 2: wrong use. 3: the cluster did not answer as expected. */
  readonly exitCode: 2 | 3 = 2;

  constructor(message: string, help: string, options: ErrorOptions = {}) {
    super(message, options);
    this.help = help;
  }
}

/** The message of a thrown value, which may not be an Error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

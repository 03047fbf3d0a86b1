/** Something that whoever runs us can put right: the message says what is wrong, `help` what to do about it. */
export class HelpfulError extends Error {
  override readonly name: string = "HelpfulError";
  readonly help: string;
  /** Of `holdfast`: 2, what was asked for cannot be done so; 3, the cluster does not answer as it has to. */
  readonly exitCode: 2 | 3 = 2;

  constructor(message: string, help: string, options: ErrorOptions = {}) {
    super(message, options);
    this.help = help;
  }
}

/** What something that was thrown says: it may be no error. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Definitions that cannot be had from where the user says: exit code 2, or 3 where a cluster was asked. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly help: string;
  readonly from: "files" | "cluster";

  constructor(message: string, help: string, from: "files" | "cluster" = "files") {
    super(message);
    this.help = help;
    this.from = from;
  }
}

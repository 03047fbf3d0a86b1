/** A cluster that cannot be reached, or does not answer as it has to: exit code 3. */
export class ClusterError extends Error {
  override readonly name = "ClusterError";
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

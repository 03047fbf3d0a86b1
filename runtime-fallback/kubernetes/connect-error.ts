/** What stands in a kubeconfig or in the environment does not lead to an API server. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
  /** What to do about it. */
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

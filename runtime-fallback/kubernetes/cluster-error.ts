/** A cluster that cannot be reached, or does not answer as it has to. `holdfast` ends with exit code 3. */
export class ClusterError extends Error {
  override readonly name: string = "ClusterError";
  /** What to do about it. */
  readonly help: string;

  constructor(message: string, help: string, options: ErrorOptions = {}) {
    super(message, options);
    this.help = help;
  }
}

/** What stands in a kubeconfig or in the environment does not lead to an API server, or tells nobody who asks. */
export class ConnectError extends ClusterError {
  override readonly name = "ConnectError";
}

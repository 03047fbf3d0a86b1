import { HelpfulError } from "../../compiler/api/helpful-error.ts";

/** A cluster that cannot be reached, or does not answer as it has to. */
export class ClusterError extends HelpfulError {
  override readonly name: string = "ClusterError";
  override readonly exitCode = 3;
}

/** What stands in a kubeconfig or in the environment does not lead to an API server, or tells nobody who asks. */
export class ConnectError extends ClusterError {
  override readonly name = "ConnectError";
}

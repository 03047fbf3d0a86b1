/** A request that the API server would never see, or of which not enough is known: what is wrong and what to write. */
export class RequestProblem extends Error {
  override readonly name = "RequestProblem";
  readonly problem: string;
  readonly help: string;

  constructor(problem: string, help: string) {
    super(`${problem}: ${help}`);
    this.problem = problem;
    this.help = help;
  }
}

import { HelpfulError } from "../../api/helpful-error.ts";

/** A request that the API server would never see, or of which not enough is known: what is wrong and what to write. */
export class RequestProblem extends HelpfulError {
  override readonly name = "RequestProblem";
  readonly problem: string;

  constructor(problem: string, help: string) {
    super(`${problem}: ${help}`, help);
    this.problem = problem;
  }
}

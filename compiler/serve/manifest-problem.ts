import { HelpfulError } from "../api/helpful-error.ts";

/** Something in a manifest that no API server would store, and where it stands. */
export class ManifestProblem extends HelpfulError {
  override readonly name = "ManifestProblem";

  /** `place`: `objects/pods.yaml:3:1`. */
  constructor(place: string, problem: string, help: string) {
    super(`${place}: ${problem}`, help);
  }
}

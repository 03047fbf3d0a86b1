/** Something in a manifest that no API server would store, and where it stands. */
export class ManifestProblem extends Error {
  override readonly name = "ManifestProblem";
  /** What to write instead. */
  readonly help: string;

  /** `place`: `objects/pods.yaml:3:1`. */
  constructor(place: string, problem: string, help: string) {
    super(`${place}: ${problem}`);
    this.help = help;
  }
}

import { HelpfulError } from "../../compiler/api/helpful-error.ts";

/** A flag that cannot be meant. */
export class FlagError extends HelpfulError {
  override readonly name = "FlagError";
}

import { HelpfulError } from "../../api/helpful-error.ts";

/** A command line that says nothing we understand: exit code 2. */
export class UsageError extends HelpfulError {
  override readonly name = "UsageError";
}

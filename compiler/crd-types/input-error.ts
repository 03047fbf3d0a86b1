import { HelpfulError } from "../api/helpful-error.ts";

/** Definitions that cannot be read where the user says: exit code 2. */
export class InputError extends HelpfulError {
  override readonly name = "InputError";
}

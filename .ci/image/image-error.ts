import { HelpfulError } from "../../compiler/api/helpful-error.ts";

/** An image that cannot be built here. */
export class ImageError extends HelpfulError {
  override readonly name = "ImageError";
}

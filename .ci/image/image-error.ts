/** An image that cannot be built here. */
export class ImageError extends Error {
  override readonly name = "ImageError";
  /** What to do about it. */
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

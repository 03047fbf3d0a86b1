/** A pattern, read character by character from the left. */
export class PatternReader {
  readonly #characters: readonly string[];
  #at = 0;
  /** Groups that are open. */
  nesting = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  /** The next character, or "" at the end. */
  peek(): string {
    return this.#characters[this.#at] ?? "";
  }

  isAtEnd(): boolean {
    return this.#at >= this.#characters.length;
  }

  next(): string {
    const character = this.peek();
    this.#at += 1;
    return character;
  }

  comes(text: string): boolean {
    return Array.from(text).every((character, at) => this.#characters[this.#at + at] === character);
  }

  /** Reads `text` if it comes next. */
  take(text: string): boolean {
    if (!this.comes(text)) return false;
    this.#at += Array.from(text).length;
    return true;
  }

  /** Reads up to `end` and `end` itself, and gives what stands before it. */
  until(end: string): string {
    const start = this.#at;
    while (!this.isAtEnd() && this.peek() !== end) this.#at += 1;
    const text = this.#characters.slice(start, this.#at).join("");
    this.#at += 1;
    return text;
  }

  /** Reads the longest text of characters that fit. */
  while(fits: RegExp): string {
    let text = "";
    while (fits.test(this.peek())) text += this.next();
    return text;
  }

  /** Reads exactly so many characters. */
  exactly(count: number): string {
    const text = this.#characters.slice(this.#at, this.#at + count).join("");
    this.#at += count;
    return text;
  }

  get position(): number {
    return this.#at;
  }

  /** What has been read since `position`. */
  since(position: number): string {
    return this.#characters.slice(position, this.#at).join("");
  }
}

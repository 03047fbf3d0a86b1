/** More would tell nothing new. */
const maxShown = 3;

function shown(texts: readonly string[]): string {
  const more = texts.length > maxShown ? [`and ${texts.length - maxShown} more of this sort`] : [];
  return [...texts.slice(0, maxShown), ...more].join("; ");
}

/** What stood between a policy and its proof. */
export class Obstacles {
  readonly #texts = new Set<string>();
  readonly #open: string[] = [];
  readonly #labelSelector: string;
  #seen = 0;
  #isCut = false;

  /** Labels without which no object is looked at; may be empty. */
  constructor(labelSelector: string) {
    this.#labelSelector = labelSelector;
  }

  add(text: string): void {
    this.#texts.add(text);
  }

  /** An object that the policy lets go because `holdfast unprotect` has opened it, and whose time is over. */
  addOpen(text: string): void {
    this.#open.push(text);
  }

  lookedAt(objects: number, isCut: boolean): void {
    this.#seen += objects;
    this.#isCut ||= isCut;
  }

  describe(username: string): string {
    return this.withOpen(this.#obstacles(username));
  }

  /** With the objects that are open and should not be any more. */
  withOpen(text: string): string {
    const open = shown(this.#open);
    return [text, ...(open === "" ? [] : [open])].join("; ");
  }

  #obstacles(username: string): string {
    if (this.#texts.size > 0) return shown([...this.#texts]);
    if (this.#seen === 0) return this.#nothing();
    const objects = this.#isCut
      ? `the first ${this.#seen} objects`
      : this.#seen === 1
        ? "the only object"
        : `all ${this.#seen} objects`;
    return `no protected object exists: as compiled, it lets ${username} delete ${objects} of its kinds`;
  }

  #nothing(): string {
    if (this.#labelSelector === "") return "there is no object of its kinds";
    return `no protected object exists: no object of its kinds is labelled ${this.#labelSelector}`;
  }
}

import { NotEvaluatedHere } from "../../cel/index.ts";

/**
 * One object of a document, read field by field. A field that nobody reads is one that nobody evaluates, so `end`
 * rejects the document: what it says there might change the evaluation.
 */
export class FieldReader {
  readonly #values: ReadonlyMap<string, unknown>;
  readonly #path: string;
  readonly #read = new Set<string>();

  constructor(value: unknown, path: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError(`${path} is no object`);
    this.#values = new Map(Object.entries(value));
    this.#path = path;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string {
    const value = this.#take(name);
    if (typeof value !== "string") throw new TypeError(`${this.#path}.${name} is no text`);
    return value;
  }

  optionalText(name: string): string | undefined {
    return this.has(name) ? this.text(name) : undefined;
  }

  object(name: string): FieldReader {
    return new FieldReader(this.#take(name), `${this.#path}.${name}`);
  }

  /** Absent is empty. */
  list<T>(name: string, read: (item: FieldReader) => T): readonly T[] {
    return this.#items(name).map((item, at) => {
      const fields = new FieldReader(item, `${this.#path}.${name}[${at}]`);
      const result = read(fields);
      fields.end();
      return result;
    });
  }

  texts(name: string): readonly string[] {
    return this.#items(name).map((item) => {
      if (typeof item !== "string") throw new TypeError(`${this.#path}.${name} holds something other than text`);
      return item;
    });
  }

  end(): void {
    const unread = [...this.#values.keys()].filter((name) => !this.#read.has(name));
    if (unread.length > 0) throw new NotEvaluatedHere(`${this.#path}.${unread.join(", ")}`);
  }

  #items(name: string): readonly unknown[] {
    const value = this.#take(name) ?? [];
    if (!Array.isArray(value)) throw new TypeError(`${this.#path}.${name} is no list`);
    return value;
  }

  #take(name: string): unknown {
    this.#read.add(name);
    return this.#values.get(name);
  }
}

import { isJsonObject } from "../api/json.ts";

/** Smaller ones are easier to read where they stand. */
const smallest = 1000;

/**
 * Plain data as JavaScript. A Pod has three lists of containers, and ten rules may be about Pods: a shape of some size
 * stands once in a bundle, which has to fit into a ConfigMap.
 */
export class SharedRecords {
  readonly #names = new Map<string, string>();

  text(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map((one) => this.text(one)).join(",")}]`;
    if (!isJsonObject(value)) return JSON.stringify(value) ?? "null";
    const present = Object.entries(value).filter(([, part]) => part !== undefined);
    const text = `{${present.map(([key, part]) => `${JSON.stringify(key)}:${this.text(part)}`).join(",")}}`;
    return value["kind"] === "record" && text.length >= smallest ? this.#nameOf(text) : text;
  }

  /** In an order in which each names only what stands before it. */
  lines(): readonly string[] {
    return [...this.#names].map(([text, name]) => `const ${name} = ${text};`);
  }

  #nameOf(text: string): string {
    const name = this.#names.get(text) ?? `shape${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

import { type Value, knownObject } from "../value.ts";

/** What a constant of the author's holds, as data. */
export type Plain = string | number | boolean | undefined | readonly Plain[] | { readonly [key: string]: Plain };

/** Undefined where the compiler does not know all of it. */
export function plainValue(value: Value): { readonly plain: Plain } | undefined {
  if (value.kind === "static") return { plain: value.value };
  if (value.kind === "list") {
    const elements = value.elements.map(plainValue);
    return elements.every((element) => element !== undefined) ? { plain: elements.map(({ plain }) => plain) } : undefined;
  }
  const object = knownObject(value);
  if (object === undefined || object.sometimes !== undefined) return undefined;
  const entries = [...object.properties].map(([key, entry]) => [key, plainValue(entry)] as const);
  if (entries.some(([, entry]) => entry === undefined)) return undefined;
  return { plain: Object.fromEntries(entries.map(([key, entry]) => [key, entry?.plain])) };
}

/** As long as text of a policy may become. */
const longest = 100_000;

/** Null where JavaScript fails, or takes for ever. */
export function repeated(text: string, count: number): string | null {
  return count >= 0 && text.length * count <= longest ? text.repeat(count) : null;
}

export type Padding = readonly [length: number, by?: string];

export function padded(text: string, [length, by]: Padding, method: "padStart" | "padEnd"): string | null {
  return length <= longest ? text[method](length, by) : null;
}

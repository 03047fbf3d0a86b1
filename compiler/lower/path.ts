/** Fields from a root down; `[]` stands for the elements of a list, `{}` for the values of a map. */
export type Path = readonly string[];

const steps: ReadonlySet<string> = new Set(["[]", "{}"]);

/** A field that is named like a step has no path. */
export function pathOfField(path: Path | undefined, name: string): Path | undefined {
  return path === undefined || steps.has(name) ? undefined : [...path, name];
}

export function elementPath(path: Path | undefined, of: "list" | "map"): Path | undefined {
  return path === undefined ? undefined : [...path, of === "list" ? "[]" : "{}"];
}

/** The field that the value itself is, unless it is an element or an entry. */
export function ownField(path: Path | undefined): string | undefined {
  const last = path?.at(-1);
  return last === undefined || steps.has(last) ? undefined : last;
}

/** The field that a path ends with, as a name for what is there. */
export function nameOfPath(path: Path | undefined): string | undefined {
  return path?.findLast((step) => !steps.has(step));
}

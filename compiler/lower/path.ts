/** Fields from a root down; `[]` stands for the elements of a list, `{}` for the values of a map. */
export type Path = readonly string[];

const steps: ReadonlySet<string> = new Set(["[]", "{}"]);

/** A field that is named like a step has no path. */
export function fieldPath(path: Path | undefined, name: string): Path | undefined {
  return path === undefined || steps.has(name) ? undefined : [...path, name];
}

export function elementPath(path: Path | undefined, of: "list" | "map"): Path | undefined {
  return path === undefined ? undefined : [...path, of === "list" ? "[]" : "{}"];
}

/** The same step from each. */
export function pathsWithin(paths: readonly Path[], step: (path: Path) => Path | undefined): readonly Path[] {
  return paths.map(step).filter((path) => path !== undefined);
}

interface Collection {
  readonly path: Path | undefined;
  readonly choices: readonly Path[];
  readonly small: boolean;
}

/**
 * Where one of two comes from. It has no path of its own, also where both come from one place: limits of what is walked inside would read
 * keys of a map that is not the one that was taken.
 */
export function placesOfEither(left: Collection, right: Collection): Pick<Collection, "path" | "choices"> {
  const distinct = new Map([...placesOf(left), ...placesOf(right)].map((path) => [path.join("\0"), path]));
  const isOnePlace = distinct.size === 1 && [left, right].every((one) => !one.small && one.path !== undefined);
  return { path: undefined, choices: isOnePlace ? [] : [...distinct.values()] };
}

function placesOf({ path, choices, small }: Collection): readonly Path[] {
  if (small) return [];
  return path === undefined ? choices : [path];
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

import { type LabelSelector, matchesLabels } from "../language/matches-labels.ts";
import type { ProtectionChange } from "./compare.ts";
import type { Protection } from "./protections-of.ts";

/** Labels of a Namespace, as far as any binding looks at them. */
type Place = Readonly<Record<string, string>>;

/**
 * Each kind of Namespace that any selector tells apart, so that "denied everywhere" can be compared with "denied in
 * production". Without selectors there is one, which has no name.
 */
export class Places {
  readonly #values: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #places: readonly Place[];

  constructor(protections: readonly Protection[]) {
    this.#values = valuesByKey(protections.flatMap(({ namespaces }) => namespaces ?? []));
    this.#places = [...this.#values].reduce<readonly Place[]>(
      (known, [key, own]) => known.flatMap((place) => [...[...own].map((value) => ({ ...place, [key]: value })), place]),
      [{}],
    );
  }

  /** Every protection once for each of the places that it holds in. */
  divide(protections: readonly Protection[]): readonly Protection[] {
    return this.#places.flatMap((place) =>
      protections
        .filter(({ namespaces }) => namespaces === undefined || matchesLabels(place, namespaces))
        .map((protection) => ({ ...protection, where: describe(place, this.#values) })),
    );
  }

  /** Changes that are the same in all places, as one without a place. */
  unite(changes: readonly ProtectionChange[]): readonly ProtectionChange[] {
    const alike = Map.groupBy(changes, ({ what, now, protection }) =>
      JSON.stringify([what, now, { ...protection, where: "", decides: "", namespaces: "" }]),
    );
    return [...alike.values()].flatMap((own) =>
      own.length < this.#places.length
        ? own
        : own.slice(0, 1).map((one) => ({ ...one, protection: { ...one.protection, where: "" } })),
    );
  }
}

function valuesByKey(selectors: readonly LabelSelector[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { key, values = [] } of selectors.flatMap(({ matchExpressions = [] }) => matchExpressions)) {
    const known = found.get(key) ?? new Set();
    for (const value of values) known.add(value);
    found.set(key, known);
  }
  return found;
}

/** ` where example.com/stage is production`, ` where example.com/stage is none of production, staging`; nothing where all are alike. */
function describe(place: Place, values: ReadonlyMap<string, ReadonlySet<string>>): string {
  const parts = [...values].map(([key, all]) => {
    const value = place[key];
    return `${key} is ${value ?? `none of ${[...all].join(", ")}`}`;
  });
  return parts.length === 0 ? "" : ` where ${parts.join(" and ")}`;
}

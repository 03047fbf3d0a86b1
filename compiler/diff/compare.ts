import { type Protection, type Strength, identityOf } from "./protections-of.ts";
import { withRenames } from "./renames.ts";
import { type LabelSelector, matchesLabels } from "../language/matches-labels.ts";

/** What became of a protection. */
export interface ProtectionChange {
  readonly what: "lost" | "relaxed" | "changed" | "tightened" | "gained" | "renamed";
  /** As it was, or as it is where it is new. */
  readonly protection: Protection;
  /** What it does now, where that is weaker or stronger. */
  readonly now?: Strength;
  /** What validations say now, where they decide otherwise. */
  readonly allows?: readonly string[];
  /** The policy that does now what another did before. */
  readonly policy?: string;
}

const strengths: readonly Strength[] = ["records", "warns of", "denies"];

/** Each protection that is not what it was; those that are lost come first. */
export function compareProtections(before: readonly Protection[], after: readonly Protection[]): readonly ProtectionChange[] {
  const places = new Places([...before, ...after]);
  const [old, now] = [byIdentity(places.divide(before)), byIdentity(places.divide(after))];
  const changes = [...old].flatMap(([identity, protection]) => changeOf(protection, now.get(identity)) ?? []);
  const gained = [...now]
    .filter(([identity]) => !old.has(identity))
    .map(([, protection]) => ({ what: "gained", protection }) as const);
  return withRenames(places.unite([...changes, ...gained]), { before, after }).toSorted(
    (a, b) => order.indexOf(a.what) - order.indexOf(b.what),
  );
}

const order: readonly ProtectionChange["what"][] = ["lost", "relaxed", "changed", "tightened", "gained", "renamed"];

/** Of several bindings of one policy the strongest counts. */
function byIdentity(protections: readonly Protection[]): ReadonlyMap<string, Protection> {
  const found = new Map<string, Protection>();
  for (const protection of protections) {
    const known = found.get(identityOf(protection));
    if (known === undefined || isStronger(protection.strength, known.strength)) found.set(identityOf(protection), protection);
  }
  return found;
}

function changeOf(before: Protection, after: Protection | undefined): ProtectionChange | undefined {
  if (after === undefined) return { what: "lost", protection: before };
  if (isStronger(before.strength, after.strength)) return { what: "relaxed", protection: before, now: after.strength };
  const isSelected = before.selects.every((one) => after.selects.includes(one));
  if (before.decides !== after.decides || !isSelected) return { what: "changed", protection: before, allows: after.allows };
  return isStronger(after.strength, before.strength) ? { what: "tightened", protection: before, now: after.strength } : undefined;
}

const isStronger = (one: Strength, other: Strength): boolean => strengths.indexOf(one) > strengths.indexOf(other);

/** Whether somebody can delete, or un-mark, what they could not before; a changed condition may mean that. */
export function losesProtection(changes: readonly ProtectionChange[]): boolean {
  return changes.some(({ what }) => what === "lost" || what === "relaxed" || what === "changed");
}

/** Labels of a Namespace, as far as any binding looks at them. */
type Place = Readonly<Record<string, string>>;

/**
 * Each kind of Namespace that any selector tells apart, so that "denied everywhere" can be compared with "denied in
 * production". Without selectors there is one, which has no name.
 */
class Places {
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
      JSON.stringify([what, now, { ...protection, where: "", decides: "", allows: "", selects: "", namespaces: "" }]),
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

/**
 * ` where example.com/stage is production`,
 * ` where example.com/stage is none of production, staging`; nothing where all are alike.
 */
function describe(place: Place, values: ReadonlyMap<string, ReadonlySet<string>>): string {
  const parts = [...values].map(([key, all]) => {
    const value = place[key];
    return `${key} is ${value ?? `none of ${[...all].join(", ")}`}`;
  });
  return parts.length === 0 ? "" : ` where ${parts.join(" and ")}`;
}

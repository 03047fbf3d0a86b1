import { Places } from "./places.ts";
import { type Protection, type Strength, identityOf } from "./protections-of.ts";

/** What became of a protection. */
export interface ProtectionChange {
  readonly what: "lost" | "relaxed" | "changed" | "tightened" | "gained";
  /** As it was, or as it is where it is new. */
  readonly protection: Protection;
  /** What it does now, where that is weaker or stronger. */
  readonly now?: Strength;
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
  return places.unite([...changes, ...gained]).toSorted((a, b) => order.indexOf(a.what) - order.indexOf(b.what));
}

const order: readonly ProtectionChange["what"][] = ["lost", "relaxed", "changed", "tightened", "gained"];

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
  if (before.decides !== after.decides) return { what: "changed", protection: before };
  return isStronger(after.strength, before.strength) ? { what: "tightened", protection: before, now: after.strength } : undefined;
}

const isStronger = (one: Strength, other: Strength): boolean => strengths.indexOf(one) > strengths.indexOf(other);

/** Whether somebody can delete, or un-mark, what they could not before; a changed condition may mean that. */
export function losesProtection(changes: readonly ProtectionChange[]): boolean {
  return changes.some(({ what }) => what === "lost" || what === "relaxed" || what === "changed");
}

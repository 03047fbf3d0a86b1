import type { ProtectionChange } from "./compare.ts";
import { type Protection, policyOf } from "./protections-of.ts";

interface States {
  readonly before: readonly Protection[];
  readonly after: readonly Protection[];
}

/**
 * Where all of one policy is gone, and all of a new one is the same to the letter, the policy has another name. Each of
 * them counts once: of two copies of a policy one is gone.
 */
export function withRenames(changes: readonly ProtectionChange[], { before: old, after }: States): readonly ProtectionChange[] {
  const [oldNames, newNames] = [old, after].map((protections) => new Set(protections.map(policyOf)));
  const lost = byPolicy(changes.filter(({ what }) => what === "lost"));
  const gained = byPolicy(changes.filter(({ what }) => what === "gained"));
  const names = new Map<string, string>();
  for (const [before, protections] of lost) {
    if (newNames?.has(before) === true) continue;
    const isFree = (name: string): boolean => oldNames?.has(name) !== true && ![...names.values()].includes(name);
    const now = [...gained].find(([name, own]) => isFree(name) && isSame(protections, own))?.[0];
    if (now !== undefined) names.set(before, now);
  }
  const renamed = new Set(names.values());
  return changes.flatMap((change) => {
    const name = policyOf(change.protection);
    if (change.what === "gained" && renamed.has(name)) return [];
    const now = change.what === "lost" ? names.get(name) : undefined;
    return now === undefined ? [change] : [{ what: "renamed", protection: change.protection, policy: now } as const];
  });
}

function byPolicy(changes: readonly ProtectionChange[]): ReadonlyMap<string, readonly Protection[]> {
  return Map.groupBy(
    changes.map(({ protection }) => protection),
    policyOf,
  );
}

function isSame(one: readonly Protection[], other: readonly Protection[]): boolean {
  const texts = (all: readonly Protection[]): string => JSON.stringify(all.map(textOf).toSorted());
  return texts(one) === texts(other);
}

/** All of it but whose it is. */
function textOf(protection: Protection): string {
  return JSON.stringify({ ...protection, policy: "", allows: [] });
}

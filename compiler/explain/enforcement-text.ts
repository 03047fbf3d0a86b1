import type { EnforcementIr } from "../ir/enforcement.ts";

/** `deny where stage is production, edge; audit elsewhere`; undefined for what is denied everywhere, as people expect. */
export function enforcementText({ otherwise, by }: EnforcementIr): string | undefined {
  if (by === undefined) return otherwise === "deny" ? undefined : otherwise;
  const byLevel = Map.groupBy(Object.entries(by.values), ([, level]) => level);
  const named = [...byLevel].map(([level, own]) => `${level} where ${by.label} is ${own.map(([value]) => value).join(", ")}`);
  return [...named, `${otherwise} elsewhere`].join("; ");
}

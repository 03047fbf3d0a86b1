import type { TypeKind } from "./cel-type.ts";

/** What values of a type can do at run time (cel-go: common/types/types.go, traitMask). */
const kinds = {
  adder: ["bytes", "double", "duration", "int", "list", "string", "timestamp", "uint"],
  comparer: ["bool", "bytes", "double", "duration", "int", "string", "timestamp", "uint"],
  container: ["list", "map"],
  divider: ["double", "int", "uint"],
  indexer: ["list", "map"],
  iterable: ["list", "map"],
  lister: ["list"],
  matcher: ["string"],
  modder: ["int", "uint"],
  multiplier: ["double", "int", "uint"],
  negator: ["bool", "double", "duration", "int"],
  receiver: ["duration", "string", "timestamp"],
  sizer: ["bytes", "list", "map", "string"],
  subtractor: ["double", "duration", "int", "timestamp", "uint"],
} as const satisfies Readonly<Record<string, readonly TypeKind[]>>;

export type Trait = keyof typeof kinds;

const traits: ReadonlyMap<Trait, ReadonlySet<TypeKind>> = new Map(
  Object.entries(kinds).map(([trait, having]) => [trait as Trait, new Set<TypeKind>(having)]),
);

export function hasTrait(kind: TypeKind, trait: Trait): boolean {
  return traits.get(trait)?.has(kind) ?? false;
}

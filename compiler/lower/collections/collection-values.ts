import type { Expression } from "../../ir/expression.ts";
import type { Scope } from "../scope.ts";
import type { Dynamic, EntriesValue, ListValue, Value } from "../value.ts";

/** Lists, sets and maps that are no plain list or map in CEL. */
export type CollectionValue = FlatValue | MadeObjects | IndexedValue | MatchesValue | SetValue | PairsValue | KeyedValue;

/** `list.flatMap(...)` of a stored list: a list for each of its elements, one after the other. */
export interface FlatValue {
  readonly kind: "flat";
  readonly list: Dynamic;
  /** The name that its element should have. */
  readonly wanted: string | undefined;
  readonly innerOf: (item: Expression, inside: Scope) => Value;
  /** How many elements there are, asked at a place. */
  readonly length: (scope: Scope) => Value;
  /** The list itself, from Kubernetes 1.35 on. */
  readonly asOne: (scope: Scope) => Value;
  /** Of texts that TypeScript has sorted. */
  readonly order?: "sorted" | "unordered" | undefined;
  /** What TypeScript has evaluated when the list is made. */
  readonly before: readonly Expression[];
  /** `[...list.flatMap(...), ...others]` before Kubernetes 1.35: its other lists. */
  readonly beside?: readonly (ListValue | Dynamic | FlatValue)[];
  /** `new Set(list)` of it, where there is no such list in CEL: good for `has` alone. */
  readonly isSet?: true;
}

/** `list.map((x) => ({ ... }))` of a stored list: objects of the author's, each made where it is read. */
export interface MadeObjects {
  readonly kind: "made objects";
  /** From whose elements they are made, and the name that one should have. */
  readonly list: Dynamic;
  readonly wanted: string | undefined;
  readonly objectOf: (item: Expression, inside: Scope) => Value;
  readonly length: (scope: Scope) => Value;
  /** What TypeScript has evaluated when the list is made. */
  readonly before: readonly Expression[];
}

/** `list.entries()` of a stored list, whose elements have their declared type. */
export interface IndexedValue {
  readonly kind: "indexed";
  readonly list: Dynamic;
}

/** `[...text.matchAll(/x/g)]`. */
export interface MatchesValue {
  readonly kind: "matches";
  /** The texts that match as a whole. */
  readonly list: Dynamic;
  /** One of them with its groups. */
  readonly matchOf: (item: Expression) => Value;
}

/** `new Set(list)`: of equal elements one is there. */
export interface SetValue {
  readonly kind: "set";
  readonly list: ListValue | Dynamic;
  /** `[...set]`, a list. */
  readonly isSpread: boolean;
}

/** `new Map([["a", 1], ...])`, whose keys the compiler knows. */
export interface PairsValue {
  readonly kind: "pairs";
  readonly pairs: ReadonlyMap<string | number | boolean, Value>;
}

/** `new Map(Object.entries(map))` of a stored map. */
export interface KeyedValue {
  readonly kind: "keyed";
  readonly entries: EntriesValue;
}

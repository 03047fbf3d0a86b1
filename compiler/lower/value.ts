import type { Node, SourceFile } from "ts-morph";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { BuiltInKind } from "../language/served/built-in-kinds.ts";
import type { Beyond, Expression, ResourceDeclaration } from "../ir/expression.ts";
import type { GroupVersionResource } from "../api/resource.ts";
import type { RecordShape, Shape } from "../api/shape.ts";
import type { Translated } from "./patterns/translate.ts";
import type { ShownText, ShownTexts } from "./text/shown-values.ts";
import type { CarriedTest, CarriedValue } from "./statements/carried/carried.ts";
import type { InheritedValue } from "./expressions/looked-up.ts";
import type { CollectionValue } from "./collections/collection-values.ts";
import type { Path } from "./path.ts";
import type { Scope } from "./scope.ts";

/**
 * What an expression of the author's stands for while it is lowered: something the compiler knows (`static`, `list`,
 * `object`, `table`, `function`, `builtin`), something known only in the cluster (`dynamic`), or nothing, after a
 * diagnostic (`rejected`; whoever meets it passes it on silently).
 */
export type Value =
  | Rejected
  | StaticValue
  | ListValue
  | ObjectValue
  | ModuleValue
  | TableValue
  | EntriesValue
  | CollectionValue
  | FunctionValue
  | BuiltinValue
  | PatternValue
  | PolicyValue
  | FallbackValue
  | ResourceValue
  | MixedValue
  | ShownText
  | ShownTexts
  | PositionValue
  | BeyondValue
  | InheritedValue
  | CarriedValue
  | CarriedTest
  | Dynamic;

export interface Rejected {
  readonly kind: "rejected";
}

/** `null` is one that the author has written: a stored null reads as `undefined`. */
export interface StaticValue {
  readonly kind: "static";
  readonly value: string | number | boolean | undefined | null;
}

/** A list whose length the compiler knows; its elements may be dynamic. */
export interface ListValue {
  readonly kind: "list";
  readonly elements: readonly Value[];
  /** Of an empty list: what TypeScript has evaluated to make it. Elements have theirs themselves (evaluation-order.ts). */
  readonly before?: readonly Expression[];
}

export interface ObjectValue {
  readonly kind: "object";
  readonly properties: ReadonlyMap<string, Value>;
  /** One of two objects (`c ? { a } : {}`): when the keys are there that only one of them has. */
  readonly sometimes?: ReadonlyMap<string, Value>;
}

/** `import * as marks from "./guards/guards.ts"` */
export interface ModuleValue {
  readonly kind: "module";
  readonly file: SourceFile;
}

/** `record({...})`: the one object that may be asked for a key known only when the rule runs. */
export interface TableValue {
  readonly kind: "table";
  readonly entries: ReadonlyMap<string, string | number | boolean>;
}

/** `Object.entries(map)` or `Object.values(map)` of a stored map: its keys, each with a look-up. */
export interface EntriesValue {
  readonly kind: "entries";
  readonly what: "entries" | "values";
  readonly map: Dynamic;
  readonly keys: Dynamic;
}

export interface FunctionValue {
  readonly kind: "function";
  readonly node: FunctionNode;
  readonly scope: Scope;
}

export type FunctionNode = import("ts-morph").ArrowFunction | import("ts-morph").FunctionDeclaration;

/** A function of the language or of JavaScript, by the name under which the call table knows it. */
export interface BuiltinValue {
  readonly kind: "builtin";
  readonly name: string;
}

/** A regular expression, as it stands in the policy and as the API server reads it. */
export interface PatternValue {
  readonly kind: "pattern";
  readonly node: Node;
  readonly text: string;
  /** As JavaScript's own `source` has it. */
  readonly source: string;
  readonly flags: string;
  readonly translated: Translated;
}

/** What a name holds that CEL cannot say, in a rule that the webhook answers: whoever reads the name reports it. */
export interface BeyondValue {
  readonly kind: "beyond";
  readonly why: Diagnostic;
  /** What it depends on, as whatever is worked out from it does. */
  readonly from: Pick<Beyond, "reads" | "wholes" | "readsTime">;
}

/** What `deletionPolicy({...})` gives: its argument, and the call it stands in. */
export interface PolicyValue {
  readonly kind: "policy";
  readonly definition: ObjectValue;
  readonly node: Node;
  readonly objectShape: RecordShape;
  /** Where the type of the policy is one of `holdfast/kinds`. */
  readonly builtInKind: BuiltInKind | undefined;
  /** Where it is one that `holdfast types` has written. */
  readonly generatedFor: GroupVersionResource | undefined;
}

/** What `fallback({...})` gives: its argument, and the call it stands in. */
export interface FallbackValue {
  readonly kind: "fallback";
  readonly definition: ObjectValue;
  readonly node: Node;
}

/** What `resource({...})` gives: what the cluster is asked about. */
export interface ResourceValue {
  readonly kind: "resource";
  readonly resource: GroupVersionResource;
  readonly declaration: ResourceDeclaration;
  readonly shape: RecordShape;
  readonly builtInKind: BuiltInKind | undefined;
  readonly indices: ReadonlySet<string>;
}

/**
 * One of several values that have no type in common (`label && list.length > 0`), or of which CEL has one only: good
 * for nothing but a condition and a text.
 */
export interface MixedValue {
  readonly kind: "mixed";
  /** What JavaScript takes it for there. */
  readonly truth: Value;
  /** `condition ? whenTrue : whenFalse` */
  readonly choice: { readonly condition: Dynamic; readonly branches: readonly [whenTrue: Value, whenFalse: Value] };
  /** Of what was looked up in an object of the policy: what it is of a key that is not there (`expressions/looked-up.ts`). */
  readonly missing?: Value;
  readonly node: Node;
}

/**
 * A place in a text that may hold any character: TypeScript counts units, CEL code points. Good for a comparison with -1
 * or the beginning, and as a bound of a part of that text.
 */
export interface PositionValue {
  readonly kind: "position";
  /** int, by code points; -1 where nothing was found, plus what was added. */
  readonly expression: Expression;
  readonly added: 0 | 1;
  /** The text, by its identity. */
  readonly text: string;
  /** bool: there is one. Undefined where that is not known apart. */
  readonly isFound: Expression | undefined;
  /** The first character of what was found is one unit. */
  readonly isPlain: boolean;
  /** bool: on an optional chain, the text is there; where it is not, this is `undefined`. Undefined where it always is. */
  readonly isThere?: Expression | undefined;
  readonly node: Node;
}

/** CEL, with what is known of its value. */
export interface Dynamic {
  readonly kind: "dynamic";
  readonly expression: Expression;
  readonly shape: Shape;
  readonly presence: Presence;
  /** Where nothing is there: whether TypeScript sees `null` or `undefined`. */
  readonly isNull: IsNull;
  /** False: the stored value may have any JSON type, and reads as absent when it has another than `shape`. */
  readonly typed: boolean;
  /**
   * So many levels of a list or map below this hold nothing but their declared types: none in a list of a custom
   * resource, one (the entries, and nothing inside of them) where the entries have been tested, all of annotations
   * (`Infinity`).
   */
  readonly typedLevels: number;
  /** A whole number (an int for CEL) of at most this size, either way; undefined: any number. */
  readonly wholeUpTo: number | undefined;
  /** Text that may stand in a message as it is. */
  readonly showable: boolean;
  /** Text of ASCII characters alone, which TypeScript and CEL count alike; of a list or map what is in it. */
  readonly ascii: boolean;
  /**
   * `keys`: of a map, each once, in the random order that CEL gives them; `random`: made of those. `sorted`: texts in the
   * order of their units, in which CEL does not have them; `unordered`: in another such order, or made of those.
   */
  readonly order: "given" | "keys" | "random" | "sorted" | "unordered";
  /** Keys, of which CEL has the map itself: what asks for elements takes it, what joins lists does not (`listOfKeys`). */
  readonly mayBeMap?: true | undefined;
  /** A list or map that cannot be larger than the limit on iterations. */
  readonly small: boolean;
  /** A list of CEL optionals: its elements may be absent. */
  readonly sparse: boolean;
  /** A map that is a plain `{}` in TypeScript where it is absent, with inherited keys such as `constructor`. */
  readonly inherits: boolean;
  /** bool: it is that `{}`; undefined where nothing tells. */
  readonly isPlainObject?: Expression | undefined;
  /** Fields from `object` or `oldObject` down to here, while they are all plain: the name of shared records. */
  readonly path: Path | undefined;
  /** The author has found out that it is there, at the place where it is read. */
  readonly certain: boolean;
  /** bool: it is there; of a field that is there wherever its owner is. */
  readonly withOwner: Expression | undefined;
  /** bool: the optional chain that ends here has been left before, as `a?.b` is where there is no `a`. */
  readonly skipped: Expression | undefined;
  /** What it was chosen from: an iteration over it is one over the branch that was taken, with the limits of that. */
  readonly chosen: Chosen | undefined;
  /** Of a text that was put together: what a message has of it, made safe part by part (text/shown-in-message.ts). */
  readonly shown: (() => Expression) | undefined;
}

/** `test ? whenTrue : whenFalse`; undefined for a branch in which there is nothing to iterate over. */
export interface Chosen {
  readonly test: Expression;
  readonly branches: readonly [Dynamic | undefined, Dynamic | undefined];
}

/**
 * `always`: the expression is the value. `optional`: the expression is a CEL optional. `nullable`: null stands for
 * absent (`namespaceObject`, `oldObject` on create). `guarded`: the value, where `guard` holds.
 */
export type Presence =
  | { readonly kind: "always" }
  | { readonly kind: "optional" }
  | { readonly kind: "nullable" }
  | { readonly kind: "guarded"; readonly guard: Expression };

/**
 * `never`: what is absent is `undefined`, as in every object of the cluster. `where absent`: it is a `null` of the
 * author's. Otherwise bool in CEL: where it holds nothing is there, and TypeScript sees `null`.
 */
export type IsNull = "never" | "where absent" | Expression;

export const rejected: Rejected = { kind: "rejected" };

export const always: Presence = { kind: "always" };
export const optional: Presence = { kind: "optional" };
export const nullable: Presence = { kind: "nullable" };

export const staticValue = (value: StaticValue["value"]): StaticValue => ({ kind: "static", value });

/** The shape of what the compiler knows. */
export const shapeOfScalar = (value: string | number | boolean): Shape => ({
  kind: typeof value as "string" | "number" | "boolean",
});

export const undefinedValue: StaticValue = staticValue(undefined);

export const isUndefined = (value: Value): boolean => value.kind === "static" && value.value === undefined;

/** Neither `undefined` nor `null`. */
export function isSomething(value: StaticValue["value"]): value is string | number | boolean {
  return value !== undefined && value !== null;
}

/** `undefined` or `null`, known to the compiler. */
export const isNothing = (value: Value): boolean => value.kind === "static" && !isSomething(value.value);

/** Text that the compiler knows. */
export const staticText = (value: Value | undefined): string | undefined =>
  value?.kind === "static" && typeof value.value === "string" ? value.value : undefined;

export const listValue = (elements: readonly Value[]): ListValue => ({ kind: "list", elements });

/** An object whose keys the compiler knows; undefined for everything else. */
export function knownObject(value: Value): ObjectValue | undefined {
  if (value.kind === "object") return value;
  if (value.kind !== "table") return undefined;
  return { kind: "object", properties: new Map([...value.entries].map(([key, entry]) => [key, staticValue(entry)])) };
}

/** Something of `shape` that is always there and cannot have another type. */
export function dynamic(expression: Expression, shape: Shape, more: Partial<Dynamic> = {}): Dynamic {
  return {
    kind: "dynamic",
    expression,
    shape,
    presence: always,
    isNull: "never",
    typed: true,
    typedLevels: Infinity,
    wholeUpTo: undefined,
    showable: false,
    ascii: false,
    order: "given",
    small: false,
    sparse: false,
    inherits: false,
    path: undefined,
    certain: false,
    withOwner: undefined,
    skipped: undefined,
    chosen: undefined,
    shown: undefined,
    ...more,
  };
}

export const dynamicBoolean = (expression: Expression): Dynamic => dynamic(expression, { kind: "boolean" });

export const dynamicText = (expression: Expression, more: Partial<Dynamic> = {}): Dynamic =>
  dynamic(expression, { kind: "string" }, more);

/** Whether all entries of a list or map have their declared type. */
export function hasTypedEntries({ typedLevels }: Dynamic): boolean {
  return typedLevels > 0;
}

/** What is certain of the entries of a list or map, of which this is certain. */
export function levelsOfEntry({ typedLevels }: Dynamic): number {
  return Math.max(0, typedLevels - 1);
}

/** The same once the entries have been tested. */
export function withTypedEntries({ typedLevels }: Dynamic): number {
  return Math.max(1, typedLevels);
}

/** Whether TypeScript may see `undefined` or `null` here. */
export const mayBeAbsent = (value: Value): boolean =>
  value.kind === "dynamic" ? value.presence.kind !== "always" && !value.certain : isNothing(value);

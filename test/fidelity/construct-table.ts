import { remembered } from "../fixtures/remembered.ts";
import { absence } from "./constructs/absence.ts";
import { asciiTexts } from "./constructs/ascii-text.ts";
import { texts } from "./constructs/text.ts";
import { collections } from "./constructs/collections.ts";
import { decisions } from "./constructs/decisions.ts";
import { podConstructs } from "./constructs/pods.ts";
import { keyed } from "./constructs/keyed.ts";
import { messages } from "./constructs/messages.ts";
import { nestedLists } from "./constructs/nested-lists.ts";
import { nestedMaps } from "./constructs/nested-maps.ts";
import { numbers } from "./constructs/numbers.ts";
import { narrowings } from "./constructs/narrowings.ts";
import { optionalChains } from "./constructs/optional-chains.ts";
import { patterns } from "./constructs/patterns.ts";
import { parseText } from "./constructs/read-parse.ts";
import { reads } from "./constructs/reads.ts";
import { statementConstructs } from "./constructs/statements.ts";
import { truths } from "./constructs/truths.ts";
import { unionLists } from "./constructs/union-lists.ts";
import { writtenValues } from "./constructs/written-values.ts";
import type { RuleKind } from "./rule-kind.ts";

/**
 * What a piece of a rule gives. The `maybe` ones may be undefined, `ascii` is text that the API server checks, `shown`
 * is text that may stand in a message.
 */
export type CodeType =
  | "bool"
  | "maybeBool"
  | "text"
  | "maybeText"
  | "ascii"
  | "maybeAscii"
  | "number"
  | "maybeNumber"
  | "whole"
  | "texts"
  | "maybeTexts"
  | "items"
  | "maybeItem"
  | "map"
  | "lists"
  | "numbers"
  | "flags"
  | "mixed"
  | "maybeUnion"
  | "anys"
  | "mapOfLists"
  | "mapOfRecords"
  | "mapOfNumbers"
  | "maybeQuantity"
  | "maybeDuration"
  | "maybeTimestamp"
  | "maybeIp"
  | "maybeCidr"
  | "shown";

/**
 * One way to write a piece of a rule. `code` is TypeScript with holes: `<text>` is any text, `<bool x:text>` any
 * boolean in which the name `x` stands for a text, and `$` a name that nothing around has taken. Where a rule sees the
 * object under another name, that stands for `oldObject`.
 *
 *     { name: "some", gives: "bool", code: "<texts>.some(($) => <bool $:text>)" }
 */
export interface Construct {
  /** As the report calls it. */
  readonly name: string;
  readonly gives: CodeType;
  readonly code: string;
  /** How often it is taken, compared with the others of its type; 1 where nothing is said. */
  readonly weight?: number;
  /** Minor version of the oldest Kubernetes that has it, where 1.30 is too old. */
  readonly since?: number;
  /** The only kind of rule that can have it. */
  readonly only?: string;
  /** The compiler has to read it right or to reject it; all others it has to compile. */
  readonly mayBeRejected?: true;
}

/** The language, one row for each construct. */
const language: readonly Construct[] = [
  ...reads,
  ...decisions,
  ...truths,
  ...statementConstructs,
  ...texts,
  ...asciiTexts,
  ...patterns,
  ...narrowings,
  ...numbers,
  ...collections,
  ...keyed,
  ...absence,
  ...optionalChains,
  ...parseText,
  ...messages,
  ...nestedLists,
  ...unionLists,
  ...nestedMaps,
  ...writtenValues,
  ...podConstructs,
];

/** Those that Kubernetes 1.`kube` can evaluate. */
export function constructsSince(kube: number): readonly Construct[] {
  return language.filter(({ since = 0 }) => since <= kube);
}

/** A hole: what it takes, and the names that may be used in it. */
export const hole = /<([a-zA-Z ]+?)((?: \$\d?:\w+)*)>/g;

/** What is known when a rule is compiled. */
export const constants = { text: ["s0", "s1", "s2", "s3", "s4", "s5"], number: ["n0", "n1", "n2", "n3"] } as const;

/** Where nothing more may be nested. */
export const simplest: Readonly<Record<CodeType, readonly string[]>> = {
  bool: ["request.dryRun", '(oldObject.metadata.labels?.["a"] === s1)', "(oldObject.spec?.on === true)"],
  maybeBool: ["oldObject.spec?.on", "oldObject.spec?.inner?.on", "oldObject.metadata.namespace?.startsWith(s1)"],
  text: [
    ...constants.text,
    '(oldObject.spec?.name ?? "")',
    '(oldObject.metadata.labels?.["a"] ?? s3)',
    "(oldObject.spec?.inner?.name ?? s5)",
  ],
  maybeText: ["oldObject.spec?.name", 'oldObject.metadata.annotations?.["a"]', 'oldObject.metadata.labels?.["x/a"]'],
  ascii: ["oldObject.metadata.name", "request.operation"],
  maybeAscii: ['ascii(oldObject.metadata.annotations?.["a"])', 'oldObject.metadata.labels?.["x/a"]'],
  number: [...constants.number, "(oldObject.spec?.size ?? n0)", "(oldObject.spec?.limit ?? n2)"],
  maybeNumber: ["oldObject.spec?.size", "oldObject.spec?.limit", "oldObject.metadata.finalizers?.length"],
  whole: ["(oldObject.metadata.finalizers ?? []).length"],
  texts: ["(oldObject.spec?.names ?? [])", "(oldObject.metadata.finalizers ?? [])"],
  maybeTexts: ["oldObject.spec?.names", "oldObject.metadata.finalizers"],
  items: ["(oldObject.spec?.items ?? [])"],
  maybeItem: ["oldObject.spec?.items?.[0]"],
  map: ["oldObject.spec?.map", "oldObject.metadata.annotations"],
  lists: ["(oldObject.spec?.lists ?? [])"],
  numbers: ["(oldObject.spec?.numbers ?? [])"],
  flags: ["(oldObject.spec?.flags ?? [])"],
  mixed: ["(oldObject.spec?.mixed ?? [])"],
  maybeUnion: ["oldObject.spec?.hosts"],
  anys: ["(oldObject.spec?.anys ?? [])"],
  mapOfLists: ["oldObject.spec?.mapOfLists"],
  mapOfRecords: ["oldObject.spec?.mapOfRecords"],
  mapOfNumbers: ["oldObject.spec?.mapOfNumbers"],
  maybeQuantity: ["quantity(oldObject.spec?.amount)", 'quantity(oldObject.metadata.annotations?.["a"])'],
  maybeDuration: ["duration(oldObject.spec?.period)", 'duration(oldObject.metadata.annotations?.["a"])'],
  maybeTimestamp: ["timestamp(oldObject.spec?.since)", "timestamp(oldObject.metadata.creationTimestamp)"],
  maybeIp: ["ip(oldObject.spec?.address)", 'ip(oldObject.metadata.annotations?.["a"])'],
  maybeCidr: ["cidr(oldObject.spec?.range)", 'cidr(oldObject.metadata.annotations?.["a"])'],
  shown: ["oldObject.kind", "oldObject.metadata.name"],
};

const withoutFields = (all: readonly string[]): readonly string[] => all.filter((text) => !text.includes(".spec"));

/** What can be written where the object has no fields of its own: nothing that would need one. */
const isUntyped = ({ code }: Construct): boolean =>
  !code.includes(".spec") &&
  [...code.matchAll(hole)].every(([, what = ""]) => !isType(what) || withoutFields(simplest[what]).length > 0);

function isType(text: string): text is CodeType {
  return Object.hasOwn(simplest, text);
}

/** Asked for each piece of each rule, of a table with hundreds of rows. */
export function constructsFor(kind: RuleKind, kube: number): readonly Construct[] {
  return constructsOf(kind)(kube);
}

const constructsOf = remembered((kind: RuleKind) => remembered((kube: number) => filtered(kind, kube)));

function filtered(kind: RuleKind, kube: number): readonly Construct[] {
  const known = constructsSince(kube).filter(({ only }) => only === undefined || only === kind.name);
  if (kind.builtIn === undefined) return kind.isTyped ? known : known.filter(isUntyped);
  return known.filter((row) => row.only === kind.name || hasFields(row.code, kind)).filter(({ code }) => hasSimplest(code, kind));
}

/** Every hole can be filled with what the kind has. */
function hasSimplest(code: string, kind: RuleKind): boolean {
  return [...code.matchAll(hole)].every(([, what = ""]) => !isType(what) || simplestFor(what, kind).length > 0);
}

/** Every field that is read is one of a Thing that the built-in kind has under another name. */
function hasFields(text: string, { builtIn }: RuleKind): boolean {
  const known = Object.keys(builtIn?.fields ?? {});
  return [...text.matchAll(/spec(?:\?\.\w+)+|\.spec\b/g)].every(([read]) => known.includes(read));
}

export function simplestFor(type: CodeType, kind: RuleKind): readonly string[] {
  if (kind.builtIn !== undefined) return simplest[type].filter((text) => hasFields(text, kind));
  return kind.isTyped ? simplest[type] : withoutFields(simplest[type]);
}

import type { Construct } from "../construct-table.ts";

/** `Set` and `Map`. */
export const keyed: readonly Construct[] = [
  { name: "a set of constants", gives: "bool", code: 'new Set([s0, s1, "true", "a"]).has(<text>)' },
  { name: "a set of texts", gives: "bool", code: "new Set(<texts>).has(<text>)" },
  { name: "a set of what is written", gives: "bool", code: "new Set([<text>, <text>]).has(<text>)" },
  {
    name: "a set, whose size is that of the list",
    gives: "bool",
    code: "(($: readonly string[]): boolean => new Set($).size === $.length)(<texts>)",
    mayBeRejected: true,
  },
  { name: "a set of one", gives: "bool", code: "(new Set(<texts>).size === 1)" },
  { name: "a set of several numbers", gives: "bool", code: "(new Set(<numbers>).size > 1)", mayBeRejected: true },
  { name: "how many a set has", gives: "whole", code: "new Set(<texts>).size", since: 33, mayBeRejected: true },
  {
    name: "a set as a list",
    gives: "bool",
    code: "[...new Set(<texts>)].filter(($1) => <bool $1:text>).some(($) => <bool $:text>)",
  },
  {
    name: "a set as a list, in order",
    gives: "texts",
    code: "Array.from(new Set(<texts>), ($) => <text $:text>)",
    since: 33,
    mayBeRejected: true,
  },
  { name: "values of a set", gives: "bool", code: "[...new Set(<texts>).values()].every(($) => <bool $:text>)", weight: 0.5 },
  { name: "keys of a set", gives: "maybeText", code: "[...new Set(<texts>).keys()].find(($) => <bool $:text>)", weight: 0.5 },
  { name: "a list of a list", gives: "texts", code: "Array.from(<texts>)", weight: 0.5 },
  { name: "a map of constants", gives: "maybeText", code: 'new Map([["a", s0], [s1, "x"], ["true", ""]]).get(<text>)' },
  { name: "a map of numbers", gives: "maybeNumber", code: 'new Map([["a", n0], ["true", n1]]).get(<text>)' },
  { name: "a map of texts", gives: "maybeText", code: 'new Map([["a", <text>], ["true", <text>]]).get(<text>)' },
  { name: "whether a map has a key", gives: "bool", code: 'new Map([["a", s0], [s1, "x"]]).has(<text>)' },
  { name: "keys of a map", gives: "bool", code: '[...new Map([["a", s0], [s1, "x"]]).keys()].includes(<text>)', weight: 0.5 },
  {
    name: "values of a map",
    gives: "bool",
    code: '[...new Map([["a", <text>], [s1, "x"]]).values()].includes(<text>)',
    weight: 0.5,
  },
  {
    name: "entries of a map",
    gives: "bool",
    code: '[...new Map([["a", <text>], [s1, "x"]]).entries()].some(([$1, $2]) => <bool $1:text $2:text>)',
    weight: 0.5,
  },
  { name: "a map of stored entries", gives: "maybeText", code: "new Map(Object.entries(<map> ?? {})).get(<text>)" },
  { name: "whether stored entries have a key", gives: "bool", code: "new Map(Object.entries(<map> ?? {})).has(<text>)" },
  {
    name: "a map of some stored entries",
    gives: "maybeText",
    code: "new Map(Object.entries(<map> ?? {}).filter(([$1, $2]) => <bool $1:text $2:text>)).get(<text>)",
  },
  {
    name: "keys of stored entries",
    gives: "bool",
    code: "[...new Map(Object.entries(<map> ?? {})).keys()].some(($) => <bool $:text>)",
    weight: 0.5,
  },
  {
    name: "values of stored entries",
    gives: "bool",
    code: "[...new Map(Object.entries(<map> ?? {})).values()].some(($) => <bool $:text>)",
    weight: 0.5,
  },
  {
    name: "entries of stored entries",
    gives: "bool",
    code: "[...new Map(Object.entries(<map> ?? {})).entries()].some(([$1, $2]) => <bool $1:text $2:text>)",
    weight: 0.5,
  },
];

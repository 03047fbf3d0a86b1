import type { Construct } from "../construct-table.ts";

/** What can be done with text. */
export const texts: readonly Construct[] = [
  { name: "padStart", gives: "text", code: '<text>.padStart(4, "ab")', weight: 0.3 },
  { name: "padEnd", gives: "text", code: "<text>.padEnd(3)", weight: 0.3 },
  { name: "repeat", gives: "text", code: "<text>.repeat(2)", weight: 0.3 },
  { name: "text that is ASCII", gives: "text", code: "<ascii>" },
  { name: "startsWith", gives: "bool", code: "<text>.startsWith(<text>)" },
  { name: "endsWith", gives: "bool", code: "<text>.endsWith(<text>)" },
  { name: "includes in text", gives: "bool", code: "<text>.includes(<constant text>)" },
  { name: "startsWith of what may be absent", gives: "maybeBool", code: "<maybeText>?.startsWith(<text>)" },
  { name: "a template", gives: "text", code: "`${<text>}-${<text>}`" },
  { name: "+ of texts", gives: "text", code: "(<text> + <text>)" },
  { name: "join", gives: "text", code: '([<text>, <text>].join("/"))' },
  { name: "join of stored texts", gives: "text", code: '<texts>.join("-")', weight: 0.5 },
  { name: "split and a position", gives: "maybeText", code: '<text>.split("/")[1]' },
  { name: "toString of text", gives: "text", code: "<text>.toString()", weight: 0.3 },
  { name: "valueOf of text", gives: "text", code: "<text>.valueOf()", weight: 0.3 },
  { name: "toWellFormed", gives: "text", code: "<text>.toWellFormed()", weight: 0.3 },
  { name: "isWellFormed", gives: "bool", code: "<text>.isWellFormed()", weight: 0.3 },
  { name: "includes in constants", gives: "bool", code: "[s0, s1, s2].includes(<text>)" },
  { name: "includes in what may be absent", gives: "bool", code: "[<maybeText>, <text>].includes(<maybeText>)" },
  { name: "some of written texts", gives: "bool", code: "[<text>, <text>].some(($) => <bool $:text>)" },
];

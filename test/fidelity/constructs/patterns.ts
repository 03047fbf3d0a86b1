import type { Construct } from "../construct-table.ts";

/** Regular expressions. */
export const patterns: readonly Construct[] = [
  { name: "a pattern", gives: "bool", code: "/^[a-z]+(\\/[a-z]*)?$/u.test(<text>)", weight: 2 },
  { name: "a pattern of any text", gives: "bool", code: "/^.$/u.test(<text>)" },
  { name: "a pattern with a dot", gives: "bool", code: "/a.b/u.test(<text>)" },
  { name: "a pattern of white space", gives: "bool", code: "/\\s|\\bx/u.test(<text>)" },
  { name: "a pattern without case", gives: "bool", code: "/^(?:true|k)/iu.test(<text>)" },
  { name: "a pattern that counts", gives: "bool", code: "/^[^a]{1,3}$/u.test(<text>)" },
  { name: "a pattern without u", gives: "bool", code: "/a[a-z0-9]*$/.test(<text>)" },
  { name: "a pattern without u that has a dot", gives: "bool", code: "/^a.*[^b]$/.test(<text>)" },
  { name: "a pattern of units", gives: "bool", code: "/^.b|a.?$/.test(<text>)" },
  { name: "a pattern of letters of either case", gives: "bool", code: "/^[A-K]\\w*S?$/i.test(<text>)" },
  { name: "a pattern of lines", gives: "bool", code: "/^a.+$/gm.test(<text>)" },
  { name: "a group without u", gives: "bool", code: "(<text>.match(/^A([^a]*)/i)?.[1] === s1)", weight: 0.3 },
  { name: "a pattern with an apostrophe", gives: "bool", code: "/'\\\\.|^don't\\b/u.test(<text>)" },
  { name: "a pattern with quotes and backslashes", gives: "bool", code: "/^[\"'`\\\\]$/u.test(<text>)" },
  { name: "a pattern that is a text with an apostrophe", gives: "bool", code: "/'t$/u.test(<text>)" },
  { name: "new RegExp", gives: "bool", code: 'new RegExp("^x\\\\/|^a$", "u").test(<text>)' },
  { name: "RegExp", gives: "bool", code: 'RegExp("^[^a]", "u").test(<text>)' },
  { name: "a group of a match", gives: "maybeText", code: "<text>.match(/^([a-z]+)\\/(.*)$/u)?.[1]", weight: 0.5 },
  { name: "a group between two texts", gives: "maybeText", code: "(<maybeText> ?? s1).match(/a(.*)a/u)?.[1]", weight: 0.4 },
  { name: "the whole of a match", gives: "text", code: '(<text>.match(/[^a]+/u)?.[0] ?? "")', weight: 0.4 },
  { name: "whether there is a match", gives: "bool", code: "(<text>.match(/^(a*)/u) === null)", weight: 0.3 },
  { name: "a pattern with s", gives: "bool", code: "/a.b$/su.test(<text>)" },
];

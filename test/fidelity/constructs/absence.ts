import type { Construct } from "../construct-table.ts";

/** What TypeScript is told to be there, and may not be: JavaScript goes on with `undefined`, or throws. */
export const absence: readonly Construct[] = [
  { name: "a text that is claimed", gives: "text", code: "<maybeText>!", weight: 0.3 },
  { name: "a number that is claimed", gives: "number", code: "<maybeNumber>!", weight: 0.3 },
  { name: "a list that is claimed", gives: "texts", code: "<maybeTexts>!", weight: 0.4 },
  { name: "a boolean that is claimed", gives: "bool", code: "<maybeBool>!", weight: 0.3 },
  { name: "a field of what is claimed", gives: "maybeText", code: "<maybeItem>!.name" },
  { name: "a list of what is claimed", gives: "maybeTexts", code: "<maybeItem>!.tags" },
  { name: "a field of a claimed field", gives: "maybeText", code: "oldObject.spec!.inner!.name" },
  { name: "a chain that goes on", gives: "maybeText", code: "oldObject.spec?.inner!.name" },
  { name: "the first, which is claimed", gives: "maybeText", code: "<items>[0]!.name" },
  { name: "a method of what is claimed", gives: "bool", code: "<maybeText>!.startsWith(<text>)" },
  { name: "length of what is claimed", gives: "whole", code: "<maybeTexts>!.length" },
  { name: "a spread of what is claimed", gives: "texts", code: "[...<maybeTexts>!, <text>]" },
  { name: "keys of what is claimed", gives: "whole", code: "Object.keys(oldObject.spec!.map!).length" },
  { name: "in what is claimed", gives: "bool", code: '"a" in oldObject.spec!.map!' },
  { name: "some until one throws", gives: "bool", code: "!<items>.some(($) => $.name!.endsWith(<text>))", weight: 4 },
  { name: "every until one throws", gives: "bool", code: "<items>.every(($) => $.name!.endsWith(<text>))", weight: 2 },
  {
    name: "behind a default that has it",
    gives: "bool",
    code: '((oldObject.spec?.inner?.name ?? "gold").startsWith("g") && oldObject.spec!.inner!.name!.endsWith(<text>))',
  },
  {
    name: "behind a default list that has it",
    gives: "bool",
    code: '((oldObject.spec?.names ?? ["a"]).includes("a") && oldObject.spec!.names!.includes(<text>))',
  },
  { name: "behind a length", gives: "bool", code: "(3 >= (<maybeTexts> ?? []).length && <maybeTexts>!.includes(<text>))" },
  { name: "behind a test", gives: "bool", code: "(<maybeText> !== undefined && <maybeText>!.endsWith(<text>))" },
  { name: "as a type of its own", gives: "maybeText", code: "(<maybeText> as string | undefined)" },
];

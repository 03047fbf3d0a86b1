import { iterationLimit } from "../../../compiler/language/limits.ts";
import type { Family, LanguageCase } from "../language-case.ts";

const text = (a: string) => ({ stored: { metadata: { annotations: { a } } } });

const requests = {
  many: text(`${"x/".repeat(iterationLimit)}x`),
  long: text(`x/${"y".repeat(200_000)}/x`),
  three: text("x/y/x"),
  one: text("x"),
  absent: { stored: {} },
};

const body = (rest: string): string =>
  `({ oldObject }) => { const parts = (oldObject.metadata.annotations?.["a"] ?? "").split("/"); ${rest} }`;

const tooLarge = ["many", "long"];

/** `taken` of the element itself, and what of the list that is left: that is another list, which takes an iteration. */
function casesOf(method: "pop" | "shift"): readonly LanguageCase[] {
  const taking = (rest: string): string => body(`parts.${method}(); ${rest}`);
  return [
    {
      title: `${method}() of parts, however many`,
      rule: `({ oldObject }) => (oldObject.metadata.annotations?.["a"] ?? "").split("/").${method}() === "x"`,
      denies: ["many", "long", "three", "one"],
    },
    {
      title: `${method}() of parts that nobody reads any more`,
      rule: taking(`return oldObject.metadata.annotations?.["a"] === "x";`),
      denies: ["one"],
    },
    { title: `the first that ${method}() leaves`, rule: taking(`return parts[0] === "y";`), denies: firstLeft[method] },
    { title: `how many ${method}() leaves`, rule: taking("return parts.length === 2;"), denies: [...tooLarge, "three"] },
    {
      title: `the text of what ${method}() leaves`,
      rule: taking(`return parts.join("-") === "";`),
      denies: [...tooLarge, "one", "absent"],
    },
    {
      title: `${method}() where something holds`,
      rule: body(
        `if (oldObject.metadata.annotations?.["a"] === "x/y/x") parts.${method}(); return parts[0] === "x" && parts.length === 2;`,
      ),
      denies: method === "pop" ? ["three"] : [],
    },
  ];
}

const firstLeft = { pop: tooLarge, shift: [...tooLarge, "three"] } as const;

export const cutParts: Family = {
  title: "parts of a text of which one is taken off",
  requests,
  cases: [...casesOf("pop"), ...casesOf("shift")],
};

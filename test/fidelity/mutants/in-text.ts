import type { Mutant } from "./mutant.ts";

/** Faults in what becomes of text, patterns and types. */
export const inText: readonly Mutant[] = [
  {
    name: "code points for code units in lengths",
    file: "compiler/lower/text/text-length.ts",
    text: `value.ascii || asksWhetherEmpty(node) ? size`,
    replacement: `value.kind === "dynamic" ? size`,
  },
  {
    name: "replace for replaceAll",
    file: "compiler/lower/text/replaced/replace.ts",
    text: `return replaced(text, args, { call, most: [] });`,
    replacement: `return replaceFirst(text, args, call);`,
  },
  {
    name: "white space as CEL has it",
    file: "compiler/lower/text/text-methods.ts",
    text: `if (!text.ascii) return found(`,
    replacement: `if (text === undefined) return found(`,
  },
  {
    name: "upper case for lower case",
    file: "compiler/lower/text/text-methods.ts",
    text: `lower: changeCase(lowerCase)`,
    replacement: `lower: changeCase(upperCase)`,
  },
  {
    name: "slices from the end begin at the start",
    file: "compiler/lower/text/positions/text-limits.ts",
    text: `[literal(0, span), binary(size, "-", distance, span)]`,
    replacement: `[literal(0, span), literal(0, span)]`,
  },
  {
    name: "a dot that stops at one line break only",
    file: "compiler/lower/patterns/print-pattern.ts",
    text: `return isDotAll ? "." : noLineBreak;`,
    replacement: `return ".";`,
  },
  {
    name: "white space of ASCII in patterns",
    file: "compiler/lower/patterns/print-pattern.ts",
    text: String.raw`const space = "\\s\\v\\pZ\\x{feff}";`,
    replacement: String.raw`const space = "\\s";`,
  },
  {
    name: "a value outside the union is there",
    file: "compiler/lower/shapes/narrow.ts",
    text: `const guard = presence.kind === "guarded" ? and(presence.guard, isSuch) : isSuch;`,
    replacement: `const guard = presence.kind === "guarded" ? presence.guard : isSuch;`,
  },
  {
    name: "ASCII is what is short",
    file: "compiler/lower/text/ascii.ts",
    text: `[^[:ascii:]]`,
    replacement: `[^[:print:]]`,
  },
];

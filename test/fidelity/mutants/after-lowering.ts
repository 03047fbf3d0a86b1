import type { Mutant } from "./mutant.ts";

/** Faults in turning expressions round, bounding, sharing, checking and printing them. */
export const afterLowering: readonly Mutant[] = [
  {
    name: "De Morgan's law forgotten",
    file: "compiler/ir/expressions/negate.ts",
    text: `binary(negate(node.left), "||", negate(node.right), node.span)`,
    replacement: `binary(negate(node.left), "&&", negate(node.right), node.span)`,
  },
  { name: "not less is more", file: "compiler/ir/expressions/negate.ts", text: `"<": ">=",`, replacement: `"<": ">",` },
  {
    name: "not some is every",
    file: "compiler/ir/expressions/negate.ts",
    text: `{ ...node, method: "all", body: negate(node.body) }`,
    replacement: `{ ...node, method: "all" }`,
  },
  {
    name: "what was found false is taken for true",
    file: "compiler/ir/expressions/assuming.ts",
    text: `if (known !== undefined) return literal(known, node.span);`,
    replacement: `if (known !== undefined) return literal(true, node.span);`,
  },
  {
    name: "elements behind the first that holds are read from",
    file: "compiler/ir/expressions/endings.ts",
    text: `if (node.method === "exists") return or(ends, holds);`,
    replacement: `if (node.method === "exists") return ends;`,
  },
  {
    name: "a limit that is one too low",
    file: "compiler/ir/expressions/iteration-limit.ts",
    text: `return [sizeCompared(node, ">", bound), `,
    replacement: `return [sizeCompared(node, ">", bound - 1), `,
  },
  {
    name: "a limit of what is not reached",
    file: "compiler/ir/expressions/endings.ts",
    text: `return isFalse(there) ? undefined : and(reached, there);`,
    replacement: `return isFalse(there) ? undefined : there;`,
  },
  {
    name: "a limit in a message that nobody asks",
    file: "compiler/plan/denials.ts",
    text: `exceeds === undefined ? there :`,
    replacement: `exceeds !== null ? there :`,
  },
  {
    name: "an inner iteration without a limit",
    file: "compiler/ir/expressions/iteration-limit.ts",
    text: `...inside.map((iteration) => insideExceeded(node, iteration, bound))`,
    replacement: `...inside.slice(1).map((iteration) => insideExceeded(node, iteration, bound))`,
  },
  {
    name: "sizes inside an iteration are asked of what is no list",
    file: "compiler/ir/expressions/iteration-limit.ts",
    text: `const body = test === undefined ? isLarge : and(test, isLarge);`,
    replacement: `const body = test === null ? isLarge : isLarge;`,
  },
  {
    name: "an iteration over nothing looks inside",
    file: "compiler/ir/expressions/iteration-limit.ts",
    text: `if (!isOfElement) return and(negate(sizeIsZero(node)), isLarge);`,
    replacement: `if (!isOfElement) return isLarge;`,
  },
  {
    name: "an optional in a variable is not opened",
    file: "compiler/plan/share.ts",
    text: `if (definition === undefined || !this.#holdsOptional(definition)) return node;`,
    replacement: `if (node !== undefined) return node;`,
  },
  {
    name: "lost parentheses",
    file: "compiler/print/print.ts",
    text: "return precedenceOf(node) < minimum ? `(${text})` : text;",
    replacement: 'return node.kind === "binary" ? text : precedenceOf(node) < minimum ? `(${text})` : text;',
  },
  {
    name: "parentheses lost where sums round",
    file: "compiler/print/print.ts",
    text: `const right = isFlat(node) && isSame(node.right, node.operator) ? precedence : precedence + 1;`,
    replacement: `const right = isSame(node.right, node.operator) ? precedence : precedence + 1;`,
  },
  {
    name: "! of a whole relation binds its left side",
    file: "compiler/print/print.ts",
    text: "return `!${print(node.operand, unaryPrecedence)}`;",
    replacement: "return `!${print(node.operand, 0)}`;",
  },
  {
    name: "conditions of any type, which evaluate, and which no API server takes",
    file: "compiler/print/print.ts",
    text: `  if (flat.length <= lineWidth) return flat;
  return printBroken(node);`,
    replacement: "  return node.kind === `binary` ? `dyn(${flat})` : flat;",
  },
  {
    name: "an int where a double stands",
    file: "compiler/print/print.ts",
    text: `Number.isSafeInteger(value) && isDouble !== true`,
    replacement: `Number.isSafeInteger(value)`,
  },
  {
    name: "raw patterns with quotes in them",
    file: "compiler/print/quote.ts",
    text: "const isRaw = quoted !== `'${pattern}'` && quoted ===",
    replacement: "const isRaw = pattern.includes(`\\\\`) || quoted ===",
  },
  {
    name: "code units for code points in literals",
    file: "compiler/print/quote.ts",
    text: `Array.from(text, quoteCharacter).join("")`,
    replacement: `text.split("").map((unit) => quoteCharacter(unit.replace(/\\p{Surrogate}/u, "?"))).join("")`,
  },
];

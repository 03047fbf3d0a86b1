import type {
  Call,
  Comprehension,
  Expression,
  Identifier,
  ListLiteral,
  Literal,
  LiteralValue,
  MapLiteral,
} from "../expression.ts";

/** Where the nodes of a macro are: nowhere in the text. */
const nowhere = { start: -1, end: -1 } as const;

export const accumulatorName = "@result";

/** The pieces that macros build from (cel-go: parser/helper.go). */
export const build = {
  literal: (value: LiteralValue): Literal => ({ kind: "literal", ...nowhere, value }),
  identifier: (name: string): Identifier => ({ kind: "identifier", ...nowhere, name }),
  accumulator: (): Identifier => build.identifier(accumulatorName),
  call: (name: string, ...args: readonly Expression[]): Call => ({
    kind: "call",
    ...nowhere,
    name,
    target: undefined,
    arguments: args,
  }),
  method: (target: Expression, name: string, ...args: readonly Expression[]): Call => ({
    kind: "call",
    ...nowhere,
    name,
    target,
    arguments: args,
  }),
  list: (...elements: readonly Expression[]): ListLiteral => ({
    kind: "list",
    ...nowhere,
    elements: elements.map((value) => ({ value, isOptional: false })),
  }),
  emptyMap: (): MapLiteral => ({ kind: "map", ...nowhere, entries: [] }),
  comprehension: (fold: Omit<Comprehension, "kind" | "start" | "end">): Comprehension => ({
    kind: "comprehension",
    ...nowhere,
    ...fold,
  }),
};

import type {
  CelCall,
  CelComprehension,
  CelExpression,
  CelIdentifier,
  ListLiteral,
  CelLiteral,
  LiteralValue,
  CelMapLiteral,
} from "../expression.ts";

/** Where the nodes of a macro are: nowhere in the text. */
const nowhere = { start: -1, end: -1 } as const;

export const accumulatorName = "@result";

/** The pieces that macros build from (cel-go: parser/helper.go). */
export const build = {
  literal: (value: LiteralValue): CelLiteral => ({ kind: "literal", ...nowhere, value }),
  identifier: (name: string): CelIdentifier => ({ kind: "identifier", ...nowhere, name }),
  accumulator: (): CelIdentifier => build.identifier(accumulatorName),
  call: (name: string, ...args: readonly CelExpression[]): CelCall => ({
    kind: "call",
    ...nowhere,
    name,
    target: undefined,
    arguments: args,
  }),
  method: (target: CelExpression, name: string, ...args: readonly CelExpression[]): CelCall => ({
    kind: "call",
    ...nowhere,
    name,
    target,
    arguments: args,
  }),
  list: (...elements: readonly CelExpression[]): ListLiteral => ({
    kind: "list",
    ...nowhere,
    elements: elements.map((value) => ({ value, isOptional: false })),
  }),
  emptyMap: (): CelMapLiteral => ({ kind: "map", ...nowhere, entries: [] }),
  comprehension: (fold: Omit<CelComprehension, "kind" | "start" | "end">): CelComprehension => ({
    kind: "comprehension",
    ...nowhere,
    ...fold,
  }),
};

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
import { CelCompileError } from "../../failures.ts";

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

/** What looks like a method in the text and is another expression by the time it is checked. */
export interface Macro {
  readonly name: string;
  /** Number of arguments. */
  readonly arity: number;
  /** The first minor version of Kubernetes in which it can be written; absent: 1.30 or before. */
  readonly since?: number;
  readonly expand: (target: CelExpression, args: readonly CelExpression[]) => CelExpression;
}

/** The variable that a macro declares. */
export function requireVariable(argument: CelExpression | undefined): CelIdentifier {
  if (argument?.kind !== "identifier") throw new CelCompileError("a macro's variable must be a simple name");
  if (argument.name === accumulatorName || argument.name === "__result__") {
    throw new CelCompileError("iteration variable overwrites accumulator variable");
  }
  return argument;
}

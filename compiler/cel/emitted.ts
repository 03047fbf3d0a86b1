import type { Emitted, ResultText } from "./cost/estimates.ts";
import type { CelType } from "./values/cel-type.ts";
import type { Overload } from "./functions/cel-function.ts";
import { allFunctions } from "./functions/index.ts";

/** apiserver: pkg/apis/cel/config.go, PerCallLimit: cost units for one expression. */
export const costLimit = 1_000_000;

export type { CallSizes } from "./cost/estimates.ts";

/** What the compiler's stages read of the table: what they may rely on for a call that they write. */
export interface EmittedFunction {
  readonly estimate: Emitted["estimate"];
  readonly text: ResultText;
  /**
   * The target of a method first, type parameters as in the signature. The first overload speaks for all of its row.
   */
  readonly operands: readonly CelType[];
  /** Undefined where it depends on the overload. */
  readonly result: CelType | undefined;
  /** The first minor version of Kubernetes in which it can be written; 0 is any. */
  readonly since: number;
}

/** A call of the middle form: of a function, or with a receiver of a method. */
export interface WrittenCall {
  readonly function: string;
  readonly receiver: unknown;
}

type Rows = readonly [EmittedFunction, ...EmittedFunction[]];

/** Values without text, whatever they are made from. */
const scalars: ReadonlySet<string> = new Set(["bool", "int", "uint", "double", "duration", "timestamp", "type"]);

/** By name. There are several rows where a method of lists is called like one of text. */
const functions = emittedRows(false);
const methods = emittedRows(true);

/** The row of a call. Of two that are called alike the one of lists, where the target is certainly a list. */
export function emittedFunction(call: WrittenCall, isOfList: () => boolean): EmittedFunction {
  const rows = requireRows(call);
  if (rows.length === 1) return rows[0];
  const wantsList = isOfList();
  return rows.find(({ operands }) => (operands[0]?.kind === "list") === wantsList) ?? rows[0];
}

/** The type of what a call gives; undefined where that depends on what it is called with. */
export function resultType(call: WrittenCall): CelType | undefined {
  const [first, ...others] = requireRows(call);
  return others.every(({ result }) => result?.typeName === first.result?.typeName) ? first.result : undefined;
}

export function resultText(call: WrittenCall): ResultText {
  return requireRows(call)[0].text;
}

export function operandTypes(call: WrittenCall): readonly CelType[] {
  return requireRows(call)[0].operands;
}

/** The first minor version of Kubernetes in which a function or method of that name can be written; 0 is any. */
export function sinceKubernetes(name: string): number {
  const rows = [...(functions.get(name) ?? []), ...(methods.get(name) ?? [])];
  if (rows.length === 0) throw notEmitted(name);
  return Math.min(...rows.map(({ since }) => since));
}

function requireRows({ function: name, receiver }: WrittenCall): Rows {
  const rows = (receiver === undefined ? functions : methods).get(name);
  if (rows === undefined) throw notEmitted(name);
  return rows;
}

function notEmitted(name: string): Error {
  return new Error(
    `no row of compiler/cel/functions says what the compiler estimates of ${name}: please report this bug of Holdfast`,
  );
}

function emittedRows(areMethods: boolean): ReadonlyMap<string, Rows> {
  const found = new Map<string, Rows>();
  for (const row of allFunctions) {
    const [first, ...others] = row.overloads.filter(({ isMember }) => isMember === areMethods);
    if (row.emitted === undefined || first === undefined) continue;
    const own = emittedRow(row.emitted, first, others);
    const before = found.get(row.name);
    found.set(row.name, before === undefined ? [own] : [...before, own]);
  }
  return found;
}

function emittedRow({ estimate, text }: Emitted, first: Overload, others: readonly Overload[]): EmittedFunction {
  const { parameters: operands, since, result } = first;
  const isOne = others.every((other) => other.result.typeName === result.typeName);
  const isScalar = isOne && scalars.has(result.kind);
  return { estimate, text: text ?? (isScalar ? "none" : "largest"), operands, since, result: isOne ? result : undefined };
}

import {
  CelCompileError,
  CelError,
  type CelProgram,
  CelUint,
  type CelValue,
  type Declarations,
  NotEvaluatedHere,
  celEnvironment,
} from "../../compiler/cel/index.ts";
import { textOfDouble } from "./encoded-text.ts";
import type { ConformanceTest, Json } from "./conformance-suite.ts";

/** `rejected`: the engine says nothing; `uncompiled`: it says that the API server would not take the expression. */
export type Outcome = "right" | "other" | "rejected" | "uncompiled";

/** A message of protobuf, an enum: nothing that Kubernetes gives to CEL. */
export class NotOfKubernetes extends Error {}

const newest = "1.37";

export function outcomeOf(test: ConformanceTest): Outcome {
  try {
    return compare(test, programOf(test));
  } catch (error) {
    if (error instanceof CelCompileError) return test.evalError === undefined ? "uncompiled" : "right";
    if (error instanceof NotEvaluatedHere || error instanceof NotOfKubernetes) return "rejected";
    throw error;
  }
}

/** What the engine gives, as text; `error` where it has an error. */
export function answerOf(test: ConformanceTest): string {
  const { result } = programOf(test).measure(rootsOf(test));
  return result instanceof CelError ? "error" : textOf(result);
}

/** In units of the API server. */
export function costOf(test: ConformanceTest): number {
  return programOf(test).measure(rootsOf(test)).cost;
}

function programOf({ expr, container = "", typeEnv = [], bindings = {} }: ConformanceTest): CelProgram {
  // Names are relative to a package; those of protobuf matter to messages only.
  if (container !== "" && !container.startsWith("cel.expr.")) throw new NotOfKubernetes(container);
  const declared = typeEnv.map(({ name, ident }) => [name, typeOf(ident?.type)] as const);
  const bound = Object.keys(bindings).map((name) => [name, "dyn"] as const);
  const names: Declarations = Object.fromEntries([...bound, ...declared]);
  return celEnvironment({ kube: newest, names }).compile(expr);
}

const primitives: Readonly<Record<string, string>> = {
  INT64: "int",
  UINT64: "uint",
  DOUBLE: "double",
  STRING: "string",
  BYTES: "bytes",
  BOOL: "bool",
};

function typeOf(type: Json | undefined): string {
  return primitives[String(type?.["primitive"])] ?? "dyn";
}

function rootsOf({ bindings = {} }: ConformanceTest): ReadonlyMap<string, CelValue> {
  return new Map(Object.entries(bindings).map(([name, bound]) => [name, valueOf(bound.value)] as const));
}

function compare(test: ConformanceTest, program: CelProgram): Outcome {
  const { value, typedResult, evalError, checkOnly } = test;
  if (checkOnly === true) return "right";
  const { result } = program.measure(rootsOf(test));
  if (result instanceof CelError) return evalError === undefined ? "other" : "right";
  const expected = evalError === undefined ? (value ?? typedResult?.result ?? { boolValue: true }) : undefined;
  return expected !== undefined && textOf(result) === textOf(valueOf(expected)) ? "right" : "other";
}

const scalars: Readonly<Record<string, (text: unknown) => CelValue>> = {
  int64Value: (text) => BigInt(String(text)),
  uint64Value: (text) => new CelUint(BigInt(String(text))),
  doubleValue: Number,
  stringValue: String,
  boolValue: Boolean,
  nullValue: () => null,
  bytesValue: (text) => Uint8Array.from(Buffer.from(String(text), "base64")),
};

function valueOf(json: Json = {}): CelValue {
  const [kind = "", content] = Object.entries(json)[0] ?? [];
  const scalar = scalars[kind];
  if (scalar !== undefined) return scalar(content);
  if (kind === "listValue") return partsOf(content, "values").map((part) => valueOf(part));
  if (kind !== "mapValue") throw new NotOfKubernetes(kind);
  return new Map(
    partsOf(content, "entries").map((entry) => [valueOf(entry["key"] as Json), valueOf(entry["value"] as Json)] as const),
  );
}

function partsOf(content: unknown, name: string): readonly Json[] {
  return ((content as Json)[name] ?? []) as readonly Json[];
}

/** Values as text in which 1, 1u and 1.0 differ and maps have an order. */
function textOf(value: CelValue): string {
  if (value instanceof CelUint) return `${value.value}u`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString("hex")}`;
  if (value instanceof Map)
    return `{${[...value]
      .map(([key, one]) => `${textOf(key)}: ${textOf(one)}`)
      .toSorted()
      .join(", ")}}`;
  if (Array.isArray(value)) return `[${value.map((one: CelValue) => textOf(one)).join(", ")}]`;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return textOfDouble(value);
  return JSON.stringify(value);
}

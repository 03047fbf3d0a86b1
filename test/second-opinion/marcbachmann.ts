import { Environment, Optional } from "@marcbachmann/cel-js";
import { CelOptional, type CelValue } from "../../compiler/simulator/admission/index.ts";
import { remembered } from "../fixtures/remembered.ts";
import { canonicalDouble, canonicalList, canonicalMap, opaque } from "./canonical.ts";
import type { Asked, Engine, Opinion } from "./opinion.ts";

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
  // It has optionals and does not compare them; `!=` follows.
}).registerOperator("optional == optional", (one: unknown, other: unknown) => canonical(one) === canonical(other));

/** The door to @marcbachmann/cel-js, as it comes: without the functions of Kubernetes. */
export const marcbachmann: Engine = { name: "@marcbachmann/cel-js", ask };

type Program = (names: object) => unknown;

function ask({ text, roots, variables }: Asked): Opinion {
  const program = programOf(text);
  if (typeof program === "string") return { unable: program };
  try {
    const names = Object.fromEntries([...roots].map(([name, value]) => [name, theirs(value)]));
    return { value: canonical(program({ ...names, variables: theirs(variables) })) };
  } catch (error) {
    return { error: firstLine(error) };
  }
}

const programOf = remembered((text: string): Program | string => {
  try {
    return environment.parse(text);
  } catch (error) {
    return firstLine(error);
  }
});

function firstLine(error: unknown): string {
  return (error as Error).message.split("\n")[0] ?? "";
}

/** bigint is int and number is double there, too. */
function theirs(value: CelValue): unknown {
  if (value instanceof CelOptional) return value.value === undefined ? Optional.none() : Optional.of(theirs(value.value));
  if (Array.isArray(value)) return (value as readonly CelValue[]).map(theirs);
  if (value instanceof Map) return new Map([...value].map(([key, entry]) => [key as unknown, theirs(entry as CelValue)]));
  return value;
}

function canonical(value: unknown): string {
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "number") return canonicalDouble(value);
  if (value instanceof Optional) return value.hasValue() ? `optional(${canonical(value.value())})` : "optional.none()";
  if (Array.isArray(value)) return canonicalList(value.map(canonical));
  if (value instanceof Map) return canonicalMap([...value].map(([key, entry]) => [canonical(key), canonical(entry)]));
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return canonicalMap(Object.entries(value).map(([key, entry]) => [canonical(key), canonical(entry)]));
  return value !== null && typeof value === "object" ? opaque : (JSON.stringify(value) ?? "undefined");
}

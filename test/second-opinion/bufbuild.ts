import {
  type CelInput,
  type CelValue as TheirValue,
  celEnv,
  isCelError,
  isCelList,
  isCelMap,
  isCelType,
  isCelUint,
  parse,
  plan,
} from "@bufbuild/cel";
import { strings } from "@bufbuild/cel/ext";
import { CelOptional, type CelValue } from "../../compiler/simulator/admission/index.ts";
import { remembered } from "../fixtures/remembered.ts";
import { canonicalDouble, canonicalList, canonicalMap, opaque } from "./canonical.ts";
import type { Asked, Engine, Opinion } from "./opinion.ts";

const environment = celEnv({ funcs: strings });

/** The door to @bufbuild/cel, as it comes: without optionals and the functions of Kubernetes. */
export const bufbuild: Engine = { name: "@bufbuild/cel", ask };

type Program = ReturnType<typeof plan>;

function ask({ text, roots, variables }: Asked): Opinion {
  const optional = [...variables].find(([, value]) => value instanceof CelOptional);
  if (optional !== undefined) return { unable: `variables.${optional[0]} is an optional` };
  const program = programOf(text);
  if (typeof program === "string") return { unable: program };
  const names = [...roots].filter(([name]) => !name.startsWith("authorizer")).map(([name, value]) => [name, theirs(value)]);
  try {
    const result = program({ ...(Object.fromEntries(names) as Record<string, CelInput>), variables: theirs(variables) });
    return isCelError(result) ? { error: firstLine(result.message) } : { value: canonical(result) };
  } catch (error) {
    return { error: firstLine((error as Error).message) };
  }
}

const programOf = remembered((text: string): Program | string => {
  try {
    return plan(environment, parse(text));
  } catch (error) {
    return firstLine((error as Error).message);
  }
});

const firstLine = (text: string): string => text.split("\n")[0] ?? "";

/** bigint is int and number is double there, too. */
function theirs(value: CelValue | ReadonlyMap<string, CelValue>): CelInput {
  if (Array.isArray(value)) return (value as readonly CelValue[]).map(theirs);
  if (value instanceof Map)
    return new Map([...(value as ReadonlyMap<string, CelValue>)].map(([key, entry]) => [key, theirs(entry)]));
  return value as CelInput;
}

function canonical(value: TheirValue): string {
  if (typeof value === "bigint") return `${value}`;
  if (typeof value === "number") return canonicalDouble(value);
  if (isCelList(value)) return canonicalList([...value].map(canonical));
  if (isCelMap(value)) return canonicalMap([...value].map(([key, entry]) => [canonical(key as TheirValue), canonical(entry)]));
  if (isCelType(value)) return `type(${value.name})`;
  if (isCelUint(value)) return opaque;
  return value !== null && typeof value === "object" ? opaque : JSON.stringify(value);
}

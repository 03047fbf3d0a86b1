import {
  type CelType,
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listTypeOf,
  mapOf,
  nullType,
  optionalOf,
  parameter,
  stringType,
  timestampType,
  typeType,
  uintType,
} from "../values/cel-type.ts";
import { authorizerFunctions } from "./authorizer.ts";
import type { CelFunction } from "./cel-function.ts";
import { cidrFunctions, cidrType } from "./cidr.ts";
import { conversions } from "./conversions.ts";
import { ipFunctions, ipType } from "./ip.ts";
import { listExtensions } from "./list-extensions.ts";
import { kubernetesLists } from "./lists.ts";
import { mapInsert } from "./map-insert.ts";
import { formatFunctions } from "./named-formats.ts";
import { optionalFunctions } from "./optionals.ts";
import { quantityFunctions } from "./quantity.ts";
import { regexFunctions } from "./regex.ts";
import { semverFunctions } from "./semver.ts";
import { setFunctions } from "./sets.ts";
import { operatorFunctions } from "./operators.ts";
import { stringFunctions } from "./strings.ts";
import { timeFunctions } from "./time.ts";
import { urlFunctions } from "./urls.ts";

/**
 * The table. In the order in which the API server adds them to its environment (apiserver:
 * pkg/cel/environment/base.go).
 */
export const allFunctions: readonly CelFunction[] = [
  ...operatorFunctions,
  ...conversions,
  ...timeFunctions,
  ...urlFunctions,
  ...regexFunctions,
  ...kubernetesLists,
  ...authorizerFunctions,
  ...optionalFunctions,
  ...quantityFunctions,
  ...stringFunctions,
  ...setFunctions,
  ...ipFunctions,
  ...cidrFunctions,
  ...formatFunctions,
  ...mapInsert,
  ...semverFunctions,
  ...listExtensions,
];

const libraries = new Map<number, ReadonlyMap<string, CelFunction>>();

/** What can be called in a policy that is written for a minor version of Kubernetes. */
export function functionsOf(minor: number): ReadonlyMap<string, CelFunction> {
  const known = libraries.get(minor);
  if (known !== undefined) return known;
  const functions = new Map<string, CelFunction>();
  for (const one of allFunctions.map((each) => upTo(minor, each))) {
    const before = functions.get(one.name);
    if (one.overloads.length > 0) functions.set(one.name, before === undefined ? one : merged(before, one));
  }
  libraries.set(minor, functions);
  return functions;
}

function upTo(minor: number, one: CelFunction): CelFunction {
  return { ...one, overloads: one.overloads.filter(({ since }) => since <= minor) };
}

/** Several rows may be of one name, for different types. */
function merged(a: CelFunction, b: CelFunction): CelFunction {
  return { ...b, ...a, overloads: [...a.overloads, ...b.overloads] };
}

const standardTypes = [
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  listTypeOf(parameter("A")),
  mapOf(parameter("A"), parameter("B")),
  nullType,
  stringType,
  timestampType,
  typeType,
  uintType,
  optionalOf(parameter("V")),
];

/** The types that an expression may name. */
export function typesNamed(minor: number): ReadonlyMap<string, CelType> {
  const network = minor < 31 ? [] : [ipType, cidrType];
  return new Map([...standardTypes, ...network].map((type) => [type.typeName, type]));
}

import { CelError, Failure, noSuchOverload, NotEvaluatedHere } from "../failures.ts";
import { CelOptional, type CelValue, CelFields, type CelList, CelUint, isList, isMap, runtimeType } from "../values/value.ts";
import { type Frame, type Outcome, type Step, charge } from "./frame.ts";
import { formatDouble } from "../values/doubles.ts";
import { findKey } from "../values/keys.ts";

/**
 * `a.b[c].?d` as cel-go runs it: one root and one chain of steps, and not a result after each step. Two things follow.
 * After a `?` every later step is optional, too. And an optional is opened only at the root: `variables.x.?y`, where x
 * holds an optional, is *none*, whatever x holds (interpreter/attributes.go, applyQualifiers; measured on 1.30 and
 * 1.37).
 */
export type Attribute = Chain | Choice;

export interface Chain {
  readonly kind: "chain";
  readonly root: Step;
  readonly qualifiers: readonly Qualifier[];
}

/** `(c ? a : b).d` is `c ? a.d : b.d` */
export interface Choice {
  readonly kind: "choice";
  readonly condition: Step;
  readonly whenTrue: Attribute;
  readonly whenFalse: Attribute;
}

export interface Qualifier {
  readonly key: Step;
  readonly isOptional: boolean;
  /** The last step of `has(...)`: answers whether the key is there. */
  readonly isTest: boolean;
  /** The place of the node that it makes of the chain before it. */
  readonly start: number;
  readonly end: number;
}

export function withQualifier(attribute: Attribute, qualifier: Qualifier): Attribute {
  if (attribute.kind === "chain") return { ...attribute, qualifiers: [...attribute.qualifiers, qualifier] };
  const { whenTrue, whenFalse } = attribute;
  return { ...attribute, whenTrue: withQualifier(whenTrue, qualifier), whenFalse: withQualifier(whenFalse, qualifier) };
}

export function resolve(attribute: Attribute, frame: Frame): Outcome {
  if (attribute.kind === "chain") return resolveChain(attribute, frame);
  const chosen = attribute.condition(frame);
  if (chosen === true) return resolve(attribute.whenTrue, frame);
  if (chosen === false) return resolve(attribute.whenFalse, frame);
  return chosen instanceof Failure ? chosen : noSuchOverload;
}

function resolveChain({ root, qualifiers }: Chain, frame: Frame): Outcome {
  let object = root(frame);
  if (object instanceof Failure || qualifiers.length === 0) return object;
  let isOptional = false;
  if (object instanceof CelOptional) {
    if (object.value === undefined) return object;
    object = object.value;
    isOptional = true;
  }
  for (const qualifier of qualifiers) {
    isOptional ||= qualifier.isOptional;
    const found = step(object, qualifier, isOptional, frame);
    if (found === undefined) return CelOptional.none;
    if (found instanceof Failure) return found;
    object = found;
  }
  return isOptional ? new CelOptional(object) : object;
}

/** One step along the chain; undefined where there is nothing and it need not be there. */
function step(object: CelValue, qualifier: Qualifier, isOptional: boolean, frame: Frame): Outcome | undefined {
  const key = qualifier.key(frame);
  let found = key instanceof Failure ? key : qualify(object, key, isOptional || qualifier.isTest);
  // cel-go makes no answer of a test that follows a `?`: it is an optional like any other until `has` looks at it.
  if (qualifier.isTest && !isOptional && !(found instanceof Failure)) found = found !== undefined;
  if (found !== undefined) charge(frame, 1);
  if (frame.observe !== undefined) tell(frame, qualifier, isOptional ? wrapped(found) : found);
  return found;
}

function wrapped(result: Outcome | undefined): Outcome | undefined {
  if (result instanceof Failure) return result;
  return result === undefined ? CelOptional.none : new CelOptional(result);
}

function tell({ observe }: Frame, { start, end }: Qualifier, result: Outcome | undefined): void {
  if (start < 0 || result === undefined) return;
  observe?.(start, end, result instanceof Failure ? new CelError(result.message) : result);
}

/**
 * One step of `a.b[c].?d`: the value under the key. What is absent is undefined under a presence test and an error
 * otherwise. A list takes no text as key, not even under a presence test, although text, numbers and null do
 * (cel-go: interpreter/attributes.go, refQualify).
 */
function qualify(object: CelValue, key: CelValue, isPresenceTest: boolean): Outcome | undefined {
  if (typeof key === "object" && !(key instanceof CelUint)) return rejectKey(key);
  if (isMap(object)) {
    const found = findKey(object, key);
    return found !== undefined || isPresenceTest ? found : new Failure(`no such key: ${textOfKey(key)}`);
  }
  if (isList(object)) return elementAt(object, key, isPresenceTest);
  if (object instanceof CelFields) return readField(object, textOfKey(key));
  return isPresenceTest ? undefined : new Failure(`no such key: ${textOfKey(key)}`);
}

/** cel-go fails on any other key, in words that name a Go type and differ between versions. */
function rejectKey(key: CelValue): never {
  throw new NotEvaluatedHere(`a ${runtimeType(key).typeName} as key`);
}

/** What a variable of a policy fails with is an error like any other of the expression that reads it. */
function readField(object: CelFields, field: string): Outcome {
  try {
    return object.read(field);
  } catch (error) {
    if (error instanceof CelError) return new Failure(error.message);
    throw error;
  }
}

function elementAt(list: CelList, key: CelValue, isPresenceTest: boolean): Outcome | undefined {
  const index = indexOf(key);
  if (index instanceof Failure) return index;
  const found = index >= 0 && index < list.length ? list[Number(index)] : undefined;
  return found !== undefined || isPresenceTest ? found : new Failure(`index out of bounds: ${textOfKey(key)}`);
}

/** cel-go: common/types/list.go, IndexOrError. */
function indexOf(key: CelValue): bigint | Failure {
  if (typeof key === "bigint") return key;
  const isWhole = typeof key === "number" && Number.isInteger(key) && Math.abs(key) < 2 ** 63;
  if (isWhole) return BigInt(key);
  if (key instanceof CelUint && key.value < 2n ** 63n) return key.value;
  const isNumber = typeof key === "number" || key instanceof CelUint;
  if (isNumber) return new Failure(`unsupported index value ${textOfKey(key)} in list`);
  return new Failure(`unsupported index type '${runtimeType(key).typeName}' in list`);
}

function textOfKey(key: CelValue): string {
  if (typeof key === "number") return formatDouble(key);
  return String(key instanceof CelUint ? key.value : key);
}

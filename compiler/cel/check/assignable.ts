import type { CelType } from "../values/cel-type.ts";
import type { Substitution } from "./substitution.ts";

/** cel-go: checker/types.go; each function here is one there. */
export function isAssignable(known: Substitution, from: CelType, to: CelType): boolean {
  if (to.kind === "parameter") {
    const result = substitutes(known, from, to);
    if (result !== "not yet") return result;
  }
  if (from.kind === "parameter") return substitutes(known, to, from) === true;
  if (isDynOrError(from) || isDynOrError(to)) return true;
  if (from.kind === "null") return takesNull(to);
  if (to.kind === "null") return takesNull(from);
  return isSameShape(known, from, to);
}

export function areAssignable(known: Substitution, from: readonly CelType[], to: readonly CelType[]): boolean {
  return from.length === to.length && from.every((type, at) => isAssignable(known, type, to[at] as CelType));
}

function isSameShape(known: Substitution, from: CelType, to: CelType): boolean {
  if (from.kind !== to.kind) return false;
  if (from.kind === "type") return true;
  return from.typeName === to.typeName && areAssignable(known, from.parameters, to.parameters);
}

/** Whether the parameter `to` can stand for `from`; "not yet" where it stood for nothing and cannot stand for this. */
function substitutes(known: Substitution, from: CelType, to: CelType): boolean | "not yet" {
  if (isExactly(from, to)) return true;
  const meaning = known.find(to);
  if (meaning === undefined) {
    if (!isNotWithin(known, to, from)) return "not yet";
    known.set(to, from);
    return true;
  }
  if (isExactly(from, meaning)) return true;
  if (!isAssignable(known, from, meaning)) return false;
  const general = mostGeneral(from, meaning);
  if (isNotWithin(known, to, general)) known.set(to, general);
  return true;
}

/** The same type, names of parameters included. */
export function isExactly(a: CelType, b: CelType): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind || a.typeName !== b.typeName || a.parameters.length !== b.parameters.length) return false;
  return a.parameters.every((parameter, at) => isExactly(parameter, b.parameters[at] as CelType));
}

export function isDynType({ kind }: CelType): boolean {
  return kind === "dyn" || kind === "any";
}

export function isDynOrError(type: CelType): boolean {
  return isDynType(type) || type.kind === "error";
}

function takesNull({ kind }: CelType): boolean {
  return ["opaque", "object", "any", "duration", "timestamp", "null", "dyn"].includes(kind);
}

export function mostGeneral(a: CelType, b: CelType): CelType {
  return isEqualOrLessSpecific(a, b) ? a : b;
}

function isEqualOrLessSpecific(a: CelType, b: CelType): boolean {
  if (isDynType(a) || a.kind === "parameter") return true;
  if (isDynType(b) || b.kind === "parameter" || a.kind !== b.kind) return false;
  if (a.kind === "type") return true;
  if (!["opaque", "list", "map"].includes(a.kind)) return isExactly(a, b);
  const isSame = a.typeName === b.typeName && a.parameters.length === b.parameters.length;
  return isSame && a.parameters.every((parameter, at) => isEqualOrLessSpecific(parameter, b.parameters[at] as CelType));
}

/** No parameter may stand for a type that it is part of. */
function isNotWithin(known: Substitution, parameter: CelType, type: CelType): boolean {
  if (isExactly(parameter, type)) return false;
  if (type.kind !== "parameter") return type.parameters.every((part) => isNotWithin(known, parameter, part));
  const meaning = known.find(type);
  return meaning === undefined || isNotWithin(known, parameter, meaning);
}

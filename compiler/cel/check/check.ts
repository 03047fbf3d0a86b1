import { CelCompileError } from "../failures.ts";
import type { CelCall, CelComprehension, CelExpression, ListLiteral, CelMapLiteral, CelSelect } from "../syntax/expression.ts";
import { type CelType, boolType, dynType, intType, listTypeOf, mapOf, optionalOf, typeOf } from "../values/cel-type.ts";
import { runtimeType } from "../values/value.ts";
import { isAssignable, isDynType, isDynOrError, mostGeneral } from "./assignable.ts";
import type { Checked, CheckedCall, CheckedElement, CheckedEntry } from "./checked.ts";
import { ObjectType } from "./declarations.ts";
import { mismatch, resolveOverload } from "./resolve-overload.ts";
import { type Found, type Names, CheckScope } from "./scope.ts";
import { Substitution } from "./substitution.ts";

export interface CheckResult {
  readonly root: Checked;
  readonly known: Substitution;
}

/** Finds names, functions and types, as the API server does when a policy is written (cel-go: checker/checker.go). */
export function check(expression: CelExpression, names: Names): CheckResult {
  const checker = new Checker(names);
  const root = checker.check(expression);
  return { root, known: checker.known };
}

class Checker {
  readonly known = new Substitution();
  readonly #scope: CheckScope;

  constructor(names: Names) {
    this.#scope = new CheckScope(names);
  }

  check = (node: CelExpression): Checked => {
    const { start, end } = node;
    switch (node.kind) {
      case "literal":
        return { start, end, kind: "constant", value: node.value, type: runtimeType(node.value) };
      case "identifier":
        return named(this.#scope.requireName(node.name), node);
      case "select":
        return this.#checkSelect(node);
      case "call":
        return this.#checkCall(node);
      case "list":
        return this.#checkList(node);
      case "map":
        return this.#checkMap(node);
      case "comprehension":
        return this.#checkComprehension(node);
    }
  };

  #checkSelect(node: CelSelect): Checked {
    const { start, end, field, isTest } = node;
    const path = isTest ? undefined : pathOf(node);
    const found = path === undefined ? undefined : this.#scope.findQualified(path);
    if (found !== undefined) return named(found, node);
    const operand = this.check(node.operand);
    const type = this.#fieldType(operand, field, false);
    return { start, end, kind: "select", operand, field, isTest, type: isTest ? boolType : this.known.apply(type) };
  }

  /** Of an optional the field is optional, too. */
  #fieldType(operand: Checked, field: string, isOptional: boolean): CelType {
    const type = this.known.apply(operand.type);
    const inner = optionalValue(type) ?? type;
    const own = this.#ownFieldType(inner, field);
    return isOptional || inner !== type ? optionalOf(own) : own;
  }

  #ownFieldType(type: CelType, field: string): CelType {
    if (type.kind === "map") return type.parameters[1] ?? dynType;
    if (type instanceof ObjectType) {
      const found = type.fields.get(field);
      if (found === undefined) throw new CelCompileError(`undefined field '${field}'`);
      return found;
    }
    if (type.kind === "parameter") this.known.attempt(() => isAssignable(this.known, dynType, type));
    else if (!isDynOrError(type)) throw new CelCompileError(`type '${type.text}' does not support field selection`);
    return dynType;
  }

  #checkCall(node: CelCall): Checked {
    if (node.name === "_?._") return this.#checkOptionalSelect(node);
    const args = node.arguments.map(this.check);
    const path = node.target === undefined ? undefined : pathOf(node.target);
    const qualified = path === undefined ? undefined : this.#scope.findFunction([...path, node.name].join("."));
    if (qualified !== undefined) return this.#resolved(node, qualified.name, args, false);
    const values = node.target === undefined ? args : [this.check(node.target), ...args];
    return this.#resolved(node, node.name, values, node.target !== undefined);
  }

  #resolved({ start, end }: CelCall, name: string, args: readonly Checked[], isMember: boolean): CheckedCall {
    const called = this.#scope.findFunction(name);
    if (called === undefined) throw new CelCompileError(`undeclared reference to '${name}'`);
    const types = args.map(({ type }) => type);
    const { overloads, type } = resolveOverload(called, types, isMember, this.known);
    return { start, end, kind: "call", function: called, overloads, arguments: args, type };
  }

  #checkOptionalSelect({ start, end, name, arguments: [operand, field] }: CelCall): Checked {
    const called = this.#scope.findFunction(name);
    const text = field?.kind === "literal" ? field.value : undefined;
    if (operand === undefined || field === undefined || typeof text !== "string" || called === undefined)
      throw new CelCompileError("unsupported syntax '.?'");
    const checked = this.check(operand);
    const type = this.known.apply(this.#fieldType(checked, text, true));
    const args = [checked, this.check(field)];
    return { start, end, kind: "call", function: called, overloads: called.overloads, arguments: args, type };
  }

  #checkList({ start, end, elements: parts }: ListLiteral): Checked {
    const elements = parts.map(({ value, isOptional }) => ({ value: this.check(value), isOptional }));
    const type = listTypeOf(this.#joined(elements.map((element) => this.#elementType(element))));
    return { start, end, kind: "list", elements, type };
  }

  #checkMap({ start, end, entries: parts }: CelMapLiteral): Checked {
    const entries: readonly CheckedEntry[] = parts.map(({ key, value, isOptional }) => ({
      key: this.check(key),
      value: this.check(value),
      isOptional,
    }));
    const key = this.#joined(entries.map((entry) => entry.key.type));
    const value = this.#joined(entries.map((entry) => this.#elementType(entry)));
    return { start, end, kind: "map", entries, type: mapOf(key, value) };
  }

  /** `[?a]` holds what is in the optional. */
  #elementType({ value: { type }, isOptional }: CheckedElement): CelType {
    if (!isOptional) return type;
    const inner = optionalValue(type);
    if (inner === undefined && !isDynType(type)) throw mismatch(optionalOf(type), type);
    return inner ?? type;
  }

  /** Of different types it is dyn, which `checkLiterals` takes inside of `format` only. */
  #joined(types: readonly CelType[]): CelType {
    const [first, ...rest] = types;
    if (first === undefined) return this.known.fresh();
    return rest.reduce((before, next) => {
      const isOne = this.known.attempt(() => isAssignable(this.known, before, next));
      return isOne ? mostGeneral(before, next) : dynType;
    }, first);
  }

  #checkComprehension(node: CelComprehension): Checked {
    const { start, end, variable, secondVariable, accumulator } = node;
    const range = this.check(node.range);
    const initial = this.check(node.initial);
    const [first, second] = this.#variableTypes(range, secondVariable !== undefined);
    const variables = [[variable, first] as const, ...(secondVariable === undefined ? [] : [[secondVariable, second] as const])];
    return this.#scope.within([[accumulator, initial.type]], () => {
      const [condition, step] = this.#scope.within(variables, () => [
        this.#checkAs(node.condition, boolType),
        this.#checkAs(node.step, initial.type),
      ]);
      const result = this.check(node.result);
      const type = this.known.apply(result.type);
      const names = { variable, secondVariable, accumulator };
      return { start, end, kind: "comprehension", range, ...names, initial, condition, step, result, type };
    });
  }

  /** Of an index or key, and of what is there; with one variable it is the element of a list or the key of a map. */
  #variableTypes(range: Checked, areTwo: boolean): readonly [CelType, CelType] {
    const type = this.known.apply(range.type);
    const [first = dynType, second = dynType] = type.parameters;
    if (type.kind === "list") return areTwo ? [intType, first] : [first, dynType];
    if (type.kind === "map") return [first, second];
    if (!isDynOrError(type) && type.kind !== "parameter") {
      throw new CelCompileError(
        `expression of type '${type.text}' cannot be range of a comprehension (must be list, map, or dynamic)`,
      );
    }
    this.known.attempt(() => isAssignable(this.known, dynType, type));
    return [dynType, dynType];
  }

  #checkAs(node: CelExpression, type: CelType): Checked {
    const checked = this.check(node);
    if (!this.known.attempt(() => isAssignable(this.known, type, checked.type))) throw this.#mismatch(type, checked.type);
    return checked;
  }

  #mismatch(expected: CelType, found: CelType): CelCompileError {
    return mismatch(this.known.applyFinally(expected), this.known.applyFinally(found));
  }
}

function named(found: Found, { start, end }: CelExpression): Checked {
  if (found.kind === "type") return { start, end, kind: "constant", value: found.type, type: typeOf(found.type) };
  return { start, end, ...found, kind: found.kind };
}

function optionalValue(type: CelType): CelType | undefined {
  return type.typeName === "optional_type" ? (type.parameters[0] ?? dynType) : undefined;
}

/** `a.b.c` as its names; undefined for anything else. */
function pathOf(node: CelExpression): readonly string[] | undefined {
  if (node.kind === "identifier") return [node.name];
  const path = node.kind === "select" && !node.isTest ? pathOf(node.operand) : undefined;
  return path === undefined || node.kind !== "select" ? undefined : [...path, node.field];
}

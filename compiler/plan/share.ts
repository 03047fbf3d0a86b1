import { InternalError } from "../diagnostics/diagnostic.ts";
import { printExpression } from "../print/print.ts";
import type { NamedExpression } from "../ir/admission-policy.ts";
import { type Expression, type Index, type Local, type Select, call, method, variable, variablesOf } from "../ir/expression.ts";
import { identity } from "../ir/expressions/identity.ts";
import { isOptional } from "../ir/expressions/type-in-cel.ts";
import { once } from "../ir/once.ts";
import { children, mapChildren, mentions, some } from "../ir/expressions/visit.ts";
import { negate } from "../ir/expressions/negate.ts";
import { sortsAnyElements } from "./any-elements.ts";
import { freeName } from "./free-name.ts";
import { namedInIterations } from "./once/in-iterations.ts";

/** From here on a name for an expression reads better than the expression, even if used once. */
const longText = 50;

export const isLong = (node: Expression): boolean => textOf(node).length > longText;

/**
 * Turns the locals of all expressions of one ValidatingAdmissionPolicy into `variables`, in the order in which they
 * are needed. A local is put in place instead where a name would say no more than the text: a plain path, or anything used
 * once that its author did not name. What depends on the variable of a comprehension is named inside of it
 * (once/in-iterations.ts).
 */
export class Variables {
  readonly #uses: ReadonlyMap<string, number>;
  readonly #byText = new Map<string, NamedExpression>();
  readonly #byName = new Map<string, NamedExpression>();
  readonly #resolved = new Map<string, Map<Expression, Expression>>();

  constructor(expressions: readonly Expression[]) {
    this.#uses = countUses(expressions);
  }

  get list(): readonly NamedExpression[] {
    return [...this.#byText.values()];
  }

  /** The same expression without locals. */
  resolve(node: Expression): Expression {
    return sortsAnyElements(namedInIterations(this.#resolveIn(node, [])));
  }

  /** The same but for locals that depend on one of these: they are left in place. */
  #resolveIn(node: Expression, inScope: readonly string[]): Expression {
    const place = inScope.join();
    const results = this.#resolved.get(place) ?? new Map<Expression, Expression>();
    this.#resolved.set(place, results);
    const resolved = results.get(node) ?? this.#resolve(node, inScope);
    results.set(node, resolved);
    return resolved;
  }

  #resolve(node: Expression, inScope: readonly string[]): Expression {
    if (inScope.length > 0 && isWork(node) && !mentions(node, inScope)) return this.#resolveOnce(node);
    if (node.kind === "comprehension") {
      const range = this.#resolveIn(node.range, inScope);
      return { ...node, range, body: this.#resolveIn(node.body, [...inScope, ...variablesOf(node)]) };
    }
    if (node.kind === "local") return this.#resolveLocal(node, inScope);
    if (node.kind === "not" && node.operand.kind === "local" && node.operand.namedBy === "compiler") {
      return negate(this.#resolveIn(node.operand, inScope));
    }
    const resolved = mapChildren(node, (child) => this.#resolveIn(child, inScope));
    return resolved.kind === "select" || resolved.kind === "index" ? this.#open(resolved) : resolved;
  }

  /** The same for every entry of an iteration: a variable is worked out once, and only where it is needed. */
  #resolveOnce(node: Expression): Expression {
    return variable(this.#nameFor("text", this.resolve(node)), node.span);
  }

  #resolveLocal(node: Local, inScope: readonly string[]): Expression {
    const inPlace = this.#resolveIn(node.definition, inScope);
    if (mentions(inPlace, inScope)) return isShort(inPlace) ? inPlace : { ...node, definition: inPlace };
    const definition = sortsAnyElements(namedInIterations(inPlace));
    if (!this.#deservesName(node, definition)) return inPlace;
    // Of the first of a list, the list has the name: `variables.owners[?0].?name`; not where the list is an optional.
    if (definition.kind === "index" && definition.optional && isFirst(definition.index) && !isOptional(definition.operand))
      return isShort(definition.operand)
        ? definition
        : { ...definition, operand: variable(this.#nameFor(node.name, definition.operand), node.span) };
    return variable(this.#nameFor(node.name, definition), node.span);
  }

  /**
   * `variables.x.?y` is none whatever the optional in `x` holds: cel-go opens an optional only at the beginning of a
   * chain (interpreter/attributes.go, applyQualifiers; measured). A call is such a beginning.
   */
  #open(node: Select | Index): Select | Index {
    const { operand } = node;
    const definition = operand.kind === "variable" ? this.#byName.get(operand.name)?.expression : undefined;
    if (definition === undefined || !this.#holdsOptional(definition)) return node;
    const nothing = call("optional.none", [], node.span);
    return { ...node, operand: method(operand, "or", [nothing], node.span) };
  }

  #holdsOptional(definition: Expression): boolean {
    const other = definition.kind === "variable" ? this.#byName.get(definition.name)?.expression : undefined;
    return other === undefined ? isOptional(definition) : this.#holdsOptional(other);
  }

  #deservesName(node: Local, resolved: Expression): boolean {
    if (isShort(resolved)) return false;
    if (node.namedBy === "author" && (isLong(resolved) || some(resolved, isQuery))) return true;
    return (this.#uses.get(identity(node.definition)) ?? 0) > 1;
  }

  #nameFor(wanted: string, definition: Expression): string {
    const text = textOf(definition);
    const known = this.#byText.get(text);
    if (known !== undefined) return known.name;
    const name = freeName(wanted, (other) => !this.#byName.has(other), fieldOfRecord(definition));
    const named = { name, expression: definition };
    this.#byName.set(named.name, named);
    this.#byText.set(text, named);
    return named.name;
  }
}

const isFirst = (index: Expression): boolean => index.kind === "literal" && index.value === 0;

/** `providerName` of `variables.provider.?name.orValue('')`: a name that says whose it is. */
function fieldOfRecord(node: Expression): string | undefined {
  if (node.kind === "select") {
    const record = recordName(node.operand);
    return record === undefined ? undefined : `${record}-${node.field}`;
  }
  for (const part of children(node)) {
    const found = fieldOfRecord(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `metadata` and `spec` say nothing of whose a field is. */
function recordName(node: Expression): string | undefined {
  if (node.kind === "index" && isFirst(node.index)) return recordName(node.operand);
  const name = node.kind === "variable" ? node.name : node.kind === "select" ? node.field : undefined;
  return name === undefined || ["metadata", "spec", "status", "data"].includes(name) ? undefined : name;
}

/** What is printed of a node, worked out once. */
export const textOf = once(printExpression);

/** `oldObject.metadata.?annotations`, `variables.own`, `'text'`: naming these would not help a reader. */
function isShort(node: Expression): boolean {
  if (node.kind === "select") return isShort(node.operand);
  return node.kind === "identifier" || node.kind === "variable" || node.kind === "literal";
}

/** Text put together or taken apart, which costs by its length. */
function isWork(node: Expression): boolean {
  if (node.kind === "binary") return node.operator === "+";
  return node.kind === "call" && (node.function === "split" || node.function === "join");
}

/** Two of them are all that one expression may ask, and a variable is an expression of its own. */
function isQuery(node: Expression): boolean {
  return node.kind === "call" && node.function === "check";
}

function countUses(expressions: readonly Expression[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const count = (node: Expression): void => {
    if (node.kind === "local") {
      const text = identity(node.definition);
      const before = uses.get(text) ?? 0;
      uses.set(text, before + 1);
      // What a variable needs is written once, however often the variable is used.
      if (before > 0) return;
    }
    children(node).forEach(count);
  };
  expressions.forEach(count);
  return uses;
}

/**
 * Throws an `InternalError` where something is read from a variable that holds an optional: `variables.x[?0]` is none
 * whatever is in it, so that a rule would allow what it denies. `Variables` writes none.
 */
export function requireOpened(variables: readonly NamedExpression[], expressions: readonly Expression[]): void {
  const optional = new Set<string>();
  for (const { name, expression } of variables)
    if (isOptional(expression) || (expression.kind === "variable" && optional.has(expression.name))) optional.add(name);
  if (optional.size === 0) return;
  const isClosed = (node: Expression): boolean =>
    (node.kind === "select" || node.kind === "index") && node.operand.kind === "variable" && optional.has(node.operand.name);
  for (const expression of [...variables.map((one) => one.expression), ...expressions])
    if (some(expression, isClosed)) throw new InternalError("a policy reads from a variable that holds a CEL optional");
}

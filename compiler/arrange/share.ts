import { printExpression } from "../cel/print.ts";
import type { NamedExpression } from "../ir/admission-policy.ts";
import { type Expression, type Local, variable } from "../ir/expression.ts";
import { reservedWords } from "../ir/words.ts";
import { identity } from "../ir/identity.ts";
import { children, mapChildren } from "../ir/visit.ts";

/** From here on the author's name for an expression reads better than the expression, even if used once. */
const longText = 50;

/**
 * Turns the locals of all expressions of one ValidatingAdmissionPolicy into `variables`, in the order in which they
 * are needed. A local is put in place instead where it depends on the variable of a comprehension, and where a name
 * would say no more than the text: a plain path, or anything used once that its author did not name.
 */
export class Variables {
  readonly #uses: ReadonlyMap<string, number>;
  readonly #byText = new Map<string, NamedExpression>();
  readonly #names = new Set<string>();

  constructor(expressions: readonly Expression[]) {
    this.#uses = countUses(expressions);
  }

  get list(): readonly NamedExpression[] {
    return [...this.#byText.values()];
  }

  /** The same expression without locals. */
  resolve(node: Expression, inScope: readonly string[] = []): Expression {
    if (node.kind === "comprehension") {
      const body = this.resolve(node.body, [...inScope, node.variable]);
      return { ...node, range: this.resolve(node.range, inScope), body };
    }
    if (node.kind !== "local") return mapChildren(node, (child) => this.resolve(child, inScope));
    const definition = this.resolve(node.definition, inScope);
    if (!this.#deservesName(node, definition) || mentions(definition, inScope)) return definition;
    return variable(this.#nameFor(node.name, definition), node.span);
  }

  #deservesName(node: Local, resolved: Expression): boolean {
    if (isShort(resolved)) return false;
    if (node.namedBy === "author" && printExpression(resolved).length > longText) return true;
    return (this.#uses.get(identity(node.definition)) ?? 0) > 1;
  }

  #nameFor(wanted: string, definition: Expression): string {
    const text = printExpression(definition);
    const known = this.#byText.get(text);
    if (known !== undefined) return known.name;
    const name = this.#freeName(wanted);
    this.#names.add(name);
    this.#byText.set(text, { name, expression: definition });
    return name;
  }

  #freeName(wanted: string): string {
    const base = reservedWords.has(wanted) ? `${wanted}Value` : wanted;
    if (!this.#names.has(base)) return base;
    let number = 2;
    while (this.#names.has(`${base}${number}`)) number += 1;
    return `${base}${number}`;
  }
}

/** `oldObject.metadata.?annotations`, `variables.own`, `'text'`: naming these would not help a reader. */
function isShort(node: Expression): boolean {
  if (node.kind === "select") return isShort(node.operand);
  return node.kind === "identifier" || node.kind === "variable" || node.kind === "literal";
}

function mentions(node: Expression, names: readonly string[]): boolean {
  if (node.kind === "identifier") return names.includes(node.name);
  return children(node).some((child) => mentions(child, names));
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

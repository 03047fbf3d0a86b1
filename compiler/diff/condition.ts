import { createHash } from "node:crypto";
import type { CelExpression } from "../cel/syntax/expression.ts";
import { parse } from "../cel/syntax/parse.ts";
import { newestMinor } from "../ir/kubernetes-version.ts";

/**
 * What a condition comes to, as a hash: the same for two texts that differ in what is a variable and what is written
 * out, in where a `!` stands, and in how `&&` and `||` are grouped. Two hashes that differ may still mean the same.
 *
 * `!(a == b)` is `a != b`. An order is not turned round: of NaN neither `a < b` nor `a >= b` holds.
 */
export class Conditions {
  readonly #variables: ReadonlyMap<string, string>;
  readonly #known = new Map<string, string>();
  readonly #joins = new Map<string, readonly string[]>();

  /** The text of each variable by its name. */
  constructor(variables: ReadonlyMap<string, string>) {
    this.#variables = variables;
  }

  /**
   * Text that cannot be parsed stands for itself. Of `a || b`, and of `a` alone, what `isSaid` already: no part of it
   * decides anything.
   */
  hash(text: string, isSaid: readonly string[] = []): string {
    const node = parsed(text);
    if (node === undefined) return unparsed(text, false);
    const said = new Set(isSaid.map((one) => this.hash(one)));
    const [only = "", ...others] = this.#joined(node, false, "or").filter((one) => !said.has(one));
    return others.length === 0 ? only : hashOf("or", only, ...others);
  }

  /** Whether the condition, or a variable that it reads, has this text in it. */
  mentions(text: string, key: string): boolean {
    const read = [...text.matchAll(/\bvariables\.(\w+)/g)].map(([, name = ""]) => name);
    // A variable reads those before it alone, so this ends; what reads itself no API server stores.
    const others = new Map([...this.#variables].filter(([name]) => !read.includes(name)));
    const inner = new Conditions(others);
    return text.includes(`'${key}'`) || read.some((name) => inner.mentions(this.#variables.get(name) ?? "", key));
  }

  #condition(node: CelExpression, isNegated: boolean): string {
    const variable = this.#variableOf(node);
    if (variable !== undefined) return this.#ofVariable(variable, isNegated);
    if (node.kind !== "call") return this.#negated(node, isNegated);
    const [first, second, third] = node.arguments;
    if (isNot(node) && first !== undefined) return this.#condition(first, !isNegated);
    const joins = joinsOf(node, isNegated);
    if (joins !== undefined) {
      const [only = "", ...others] = this.#joined(node, isNegated, joins);
      return others.length === 0 ? only : hashOf(joins, only, ...others);
    }
    if (node.name === "_?_:_" && first && second && third)
      return hashOf(
        "choose",
        this.#condition(first, false),
        this.#condition(second, isNegated),
        this.#condition(third, isNegated),
      );
    if (isNegated && (node.name === "_==_" || node.name === "_!=_"))
      return this.#value({ ...node, name: node.name === "_==_" ? "_!=_" : "_==_" });
    return this.#negated(node, isNegated);
  }

  /** `a && (b && c)` and `(a && b) && c` join the same; what stands twice counts once. */
  #joined(node: CelExpression, isNegated: boolean, joins: Join): readonly string[] {
    const variable = this.#variableOf(node);
    if (variable !== undefined) return this.#joinedByVariable(variable, isNegated, joins);
    const [first] = node.kind === "call" ? node.arguments : [];
    if (isNot(node) && first !== undefined) return this.#joined(first, !isNegated, joins);
    if (node.kind !== "call" || joinsOf(node, isNegated) !== joins) return [this.#condition(node, isNegated)];
    return [...new Set(node.arguments.flatMap((operand) => this.#joined(operand, isNegated, joins)))];
  }

  #joinedByVariable(name: string, isNegated: boolean, joins: Join): readonly string[] {
    const key = `${joins} ${isNegated} ${name}`;
    const known = this.#joins.get(key);
    if (known !== undefined) return known;
    // What reads itself, which no API server stores, stands for itself.
    this.#joins.set(key, [hashOf("itself", key)]);
    const text = this.#variables.get(name) ?? "";
    const node = parsed(text);
    const joined = node === undefined ? [unparsed(text, isNegated)] : this.#joined(node, isNegated, joins);
    this.#joins.set(key, joined);
    return joined;
  }

  #negated(node: CelExpression, isNegated: boolean): string {
    return isNegated ? hashOf("not", this.#value(node)) : this.#value(node);
  }

  /** Anything else: its parts, in their order. */
  #value(node: CelExpression): string {
    const variable = this.#variableOf(node);
    if (variable !== undefined) return this.#ofVariable(variable, false);
    const parts = Object.entries(node).filter(([name]) => name !== "start" && name !== "end");
    return hashOf("node", ...parts.map(([name, part]) => `${name} ${this.#part(part)}`));
  }

  #part(part: unknown): string {
    if (Array.isArray(part)) return hashOf("list", ...part.map((one) => this.#part(one)));
    if (isExpression(part)) return this.#condition(part, false);
    if (typeof part === "object" && part !== null && !(part instanceof Uint8Array))
      return hashOf("object", ...Object.entries(part).map(([name, one]) => `${name} ${this.#part(one)}`));
    return hashOf(typeof part, String(part));
  }

  #variableOf(node: CelExpression): string | undefined {
    const isVariable = node.kind === "select" && node.operand.kind === "identifier" && node.operand.name === "variables";
    return isVariable && this.#variables.has(node.field) ? node.field : undefined;
  }

  #ofVariable(name: string, isNegated: boolean): string {
    const key = `${isNegated} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, hashOf("itself", key));
    const text = this.#variables.get(name) ?? "";
    const node = parsed(text);
    const hash = node === undefined ? unparsed(text, isNegated) : this.#condition(node, isNegated);
    this.#known.set(key, hash);
    return hash;
  }
}

type Join = "and" | "or";

/** `!(a && b)` is `!a || !b`. */
function joinsOf(node: CelExpression, isNegated: boolean): Join | undefined {
  if (node.kind !== "call" || (node.name !== "_&&_" && node.name !== "_||_")) return undefined;
  return (node.name === "_&&_") !== isNegated ? "and" : "or";
}

const isNot = (node: CelExpression): boolean => node.kind === "call" && node.name === "!_";

function isExpression(part: unknown): part is CelExpression {
  return typeof part === "object" && part !== null && "kind" in part && "start" in part;
}

function parsed(text: string): CelExpression | undefined {
  try {
    return parse(text, newestMinor);
  } catch {
    return undefined;
  }
}

/** Text that is no CEL to us, such as that of a newer Kubernetes, is compared as it stands. */
function unparsed(text: string, isNegated: boolean): string {
  return hashOf("text", String(isNegated), text);
}

function hashOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

import type { Node } from "ts-morph";
import type { Code } from "../diagnostics/catalogue.ts";
import type { DiagnosticBag } from "../diagnostics/diagnostic.ts";
import type { Parameters } from "../diagnostics/parameters.ts";
import type { Budget } from "../diagnostics/exhausted.ts";
import type { Span } from "../diagnostics/span.ts";
import { nodeSpan } from "../source/span.ts";
import type { Modules } from "./modules.ts";
import { type Value, refused } from "./value.ts";

/** What one run of lowering shares: where to report, and the modules whose constants and functions it can see. */
export interface Lowering {
  readonly bag: DiagnosticBag;
  readonly display: (node: Node) => string;
  readonly modules: Modules;
  /** Functions being put in place, innermost last: a function among them that is called again is recursion. */
  readonly calls: Node[];
  /** What is left to do before a policy counts as too large. */
  readonly budget: Budget;
}

/** Names in sight, by their declaration. */
export class Scope {
  readonly lowering: Lowering;
  readonly #values = new Map<Node, Value>();
  readonly #parent: Scope | undefined;
  /** Variables of the comprehensions around this place. */
  readonly iterating: readonly string[];

  constructor(lowering: Lowering, parent?: Scope, iterating: readonly string[] = []) {
    this.lowering = lowering;
    this.#parent = parent;
    this.iterating = iterating;
  }

  /** The inside of a function that was written here and is called at `caller`, perhaps inside comprehensions. */
  enter(caller: Scope): Scope {
    return new Scope(this.lowering, this, caller.iterating);
  }

  /** A block, or the body of a comprehension over `variable`. */
  nest(...variable: readonly string[]): Scope {
    return new Scope(this.lowering, this, [...this.iterating, ...variable]);
  }

  bind(declaration: Node, value: Value): void {
    this.#values.set(declaration, value);
  }

  find(declaration: Node): Value | undefined {
    return this.#values.get(declaration) ?? this.#parent?.find(declaration);
  }

  span(node: Node): Span {
    return nodeSpan(node, this.lowering.display(node));
  }

  /** Reports and gives the value that says so. */
  refuse<C extends Code>(code: C, node: Node, parameters: Parameters<C>): typeof refused {
    this.lowering.bag.report(code, this.span(node), parameters);
    return refused;
  }
}

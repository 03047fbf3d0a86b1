import type { Expression, Node } from "ts-morph";
import type { ErrorCode, WarningCode } from "../diagnostics/catalogue.ts";
import type { DiagnosticBag, Parameters } from "../diagnostics/diagnostic.ts";
import type { StepBudget } from "../diagnostics/exhausted.ts";
import type { Span } from "../diagnostics/span.ts";
import { formatMinor } from "../ir/kubernetes-version.ts";
import type { OwnSources } from "../source/own-sources.ts";
import { nodeSpan } from "../source/texts.ts";
import type { Modules } from "./modules.ts";
import type { Path } from "./path.ts";
import type { Claims } from "./shapes/claims.ts";
import { type FunctionValue, type MixedValue, type PositionValue, type ShownText, type Value, rejected } from "./value.ts";

/** What one run of lowering shares: where to report, and the modules whose constants and functions it can see. */
export interface Lowering {
  readonly bag: DiagnosticBag;
  readonly display: (node: Node) => string;
  readonly modules: Modules;
  /**
   * Any expression. Whoever lowers a part of one asks its scope, since every kind of expression may hold every other.
   */
  readonly lowerExpression: (node: Expression, scope: Scope) => Value;
  /** Puts the body of a function in the place of the call. */
  readonly callFunction: (callee: FunctionValue, args: readonly Value[], place: { node: Node; scope: Scope }) => Value;
  /** Functions of the language that are written in it, by name. */
  readonly ownFunctions: OwnSources["functions"];
  /** Oldest Kubernetes that the YAML is for: its minor version. */
  readonly kube: number;
  /** Functions being put in place, innermost last: a function among them that is called again is recursion. */
  readonly calls: Node[];
  /** What assertions say of the objects that the policy sees, beside its type. */
  readonly claims: Claims;
  /** What is left to do before a policy counts as too large. */
  readonly budget: StepBudget;
}

const nothingAround = { iterating: [], iteratedPaths: [] };

/** What is lowered, and the names in sight there. */
export interface Place {
  readonly node: Node;
  readonly scope: Scope;
}

/** What a place in any text is good for. */
const placeHelp =
  "compare it with -1 or 0, or cut the same text there: `text.substring(i + 1)`, `text.substring(0, i)`; for anything else write `ascii(text)` first";

/** Names in sight, by their declaration. */
export class Scope {
  readonly lowering: Lowering;
  readonly #values = new Map<Node, Value>();
  readonly #parent: Scope | undefined;
  /** Variables of the comprehensions around this place. */
  readonly iterating: readonly string[];
  /** Where the stored collections come from that are iterated around this place. */
  readonly iteratedPaths: readonly (Path | undefined)[];

  constructor(lowering: Lowering, parent?: Scope, around: Pick<Scope, "iterating" | "iteratedPaths"> = nothingAround) {
    this.lowering = lowering;
    this.#parent = parent;
    this.iterating = around.iterating;
    this.iteratedPaths = around.iteratedPaths;
  }

  /** The inside of a function that was written here and is called at `caller`, perhaps inside comprehensions. */
  enter(caller: Scope): Scope {
    return new Scope(this.lowering, this, caller);
  }

  /** A block. */
  nest(): Scope {
    return new Scope(this.lowering, this, this);
  }

  /** The body of a comprehension over what comes from `path`. */
  iterate(variable: string, path: Path | undefined): Scope {
    const around = { iterating: [...this.iterating, variable], iteratedPaths: [...this.iteratedPaths, path] };
    return new Scope(this.lowering, this, around);
  }

  /** Never `mixed` or `shown`: what is no more than a condition or a text has been reported. */
  lower(node: Expression): Value {
    const value = this.lowerAny(node);
    return value.kind === "mixed" || value.kind === "shown" || value.kind === "position" ? this.rejectLimited(value) : value;
  }

  /** Reports what is good for a condition or a message alone, where it is wanted for something else. */
  rejectLimited({ kind, node }: MixedValue | ShownText | PositionValue): typeof rejected {
    if (kind === "position") return this.reject("counts-characters", node, { text: node.getText(), help: placeHelp });
    return this.reject(kind === "mixed" ? "mixed-branches" : "not-text", node, { text: node.getText() });
  }

  /** Also `mixed` and `shown`, for whoever passes the value on, asks it as a condition, or puts it into a text. */
  lowerAny(node: Expression): Value {
    return this.lowering.lowerExpression(node, this);
  }

  call(callee: FunctionValue, args: readonly Value[], node: Node): Value {
    return this.lowering.callFunction(callee, args, { node, scope: this });
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

  /** Whether the target has what `text` needs; reports where it has not. */
  requireKubernetes(minor: number, text: string, node: Node): boolean {
    const { kube } = this.lowering;
    if (kube >= minor) return true;
    this.reject("needs-newer-kubernetes", node, { text, needed: formatMinor(minor), given: formatMinor(kube) });
    return false;
  }

  /** Reports what does not keep the policies from compiling. */
  warn<C extends WarningCode>(code: C, node: Node, parameters: Parameters<C>): void {
    this.lowering.bag.warn(code, this.span(node), parameters);
  }

  /** Reports and gives the value that says so. */
  reject<C extends ErrorCode>(code: C, node: Node, parameters: Parameters<C>): typeof rejected {
    this.lowering.bag.report(code, this.span(node), parameters);
    return rejected;
  }
}

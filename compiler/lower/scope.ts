import { type Expression, Node, type Statement } from "ts-morph";
import type { ErrorCode, WarningCode } from "../diagnostics/catalogue.ts";
import type { DiagnosticBag, Parameters } from "../diagnostics/diagnostic.ts";
import type { StepBudget } from "../diagnostics/exhausted.ts";
import type { Span } from "../diagnostics/span.ts";
import { formatMinor } from "../ir/kubernetes-version.ts";
import type { OwnSources } from "../source/own-sources.ts";
import { nodeSpan } from "../source/texts.ts";
import type { Modules } from "./modules.ts";
import type { Completion } from "./statements/completion.ts";
import type { Path } from "./path.ts";
import type { Claims } from "./shapes/claims.ts";
import { type FunctionValue, type Value, rejected } from "./value.ts";

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
  /** Statements one after the other, from what the variables hold now. */
  readonly lowerBlock: (statements: readonly Statement[], scope: Scope) => Completion;
  /** Functions of the language that are written in it, by name. */
  readonly ownFunctions: OwnSources["functions"];
  /** Oldest Kubernetes that the YAML is for: its minor version. */
  readonly kube: number;
  /** Functions being put in place, innermost last: a function among them that is called again is recursion. */
  readonly calls: Node[];
  /** What assertions say of the objects that the policy sees, beside its type. */
  readonly claims: Claims;
  /** What variables hold on the way that is being lowered. */
  readonly variables: Variables;
  /** Declarations of what the loops around this place carry from element to element. */
  readonly carrying: Set<Node>;
  readonly patternTexts: PatternTexts;
  readonly loopsByPosition: LoopsByPosition;
  /** What is left to do before a policy counts as too large. */
  readonly budget: StepBudget;
}

/** The texts that patterns read. */
export interface PatternTexts {
  /** Characters that they may have; undefined: any number. */
  most: number | undefined;
  /** One of them may have any length. */
  isAny: boolean;
}

/**
 * Lists that the rule goes through by position, and whose length is known. TypeScript cannot tell the length that a loop
 * reads from another: each counts as an iteration. Keys: statements/loops-by-position.ts.
 */
export interface LoopsByPosition {
  readonly found: Map<string, Path>;
  /** Of which the length has been read elsewhere. */
  readonly lengthsRead: Set<string>;
  /** Of which it counts, now that the loops are known. */
  counted: ReadonlySet<string>;
}

/** A `let`, or a list that elements are pushed to, in one call of its function. */
export interface Variable {
  readonly declaration: Node;
  readonly name: string;
}

/** What each variable holds at one point of the rule. */
export type Store = ReadonlyMap<Variable, Value>;

export interface Variables {
  store: Store;
}

const nothingAround = { iterating: [], positions: [], iteratedPaths: [] };

type Around = Pick<Scope, "iterating" | "positions" | "iteratedPaths">;

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
  readonly #variables = new Map<Node, Variable>();
  readonly #parent: Scope | undefined;
  /** Variables of the comprehensions around this place. */
  readonly iterating: readonly string[];
  /** The positions of their elements, where anybody asks for them. */
  readonly positions: readonly string[];
  /** Where the stored collections come from that are iterated around this place. */
  readonly iteratedPaths: readonly (Path | undefined)[];

  constructor(lowering: Lowering, parent?: Scope, around: Around = nothingAround) {
    this.lowering = lowering;
    this.#parent = parent;
    this.iterating = around.iterating;
    this.positions = around.positions;
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
  iterate(variable: string, path: Path | undefined, position?: string): Scope {
    const iterating = [...this.iterating, variable];
    const positions = position === undefined ? this.positions : [...this.positions, position];
    const around = { iterating, positions, iteratedPaths: [...this.iteratedPaths, path] };
    return new Scope(this.lowering, this, around);
  }

  /** Never `mixed`, `shown` or `carried`: what is no more than a condition, a text or a step has been reported. */
  lower(node: Expression): Value {
    const value = this.lowerAny(node);
    return isLimited(value) ? this.rejectLimited(value) : value;
  }

  /** Reports what is good for a condition or a message alone, where it is wanted for something else. */
  rejectLimited(value: LimitedValue): typeof rejected {
    const { kind, node } = value;
    if (isLookedUp(value)) return this.reject("object-as-table", node, { text: node.getText() });
    if (kind === "carried" || kind === "carried test") return this.reject("loop-state", node, { text: node.getText() });
    if (kind === "position") return this.reject("counts-characters", node, { text: node.getText(), help: placeHelp });
    return this.reject(kind === "mixed" ? "mixed-branches" : "not-text", node, { text: node.getText() });
  }

  /** Also what was looked up in an object of the policy, for whoever compares it. */
  lowerCompared(node: Expression): Value {
    const value = this.lowerAny(node);
    return isLimited(value) && !isLookedUp(value) ? this.rejectLimited(value) : value;
  }

  /** Also `mixed` and `shown`, for whoever passes the value on, asks it as a condition, or puts it into a text. */
  lowerAny(node: Expression): Value {
    return this.lowering.lowerExpression(node, this);
  }

  call(callee: FunctionValue, args: readonly Value[], node: Node): Value {
    return this.lowering.callFunction(callee, args, { node, scope: this });
  }

  /** The statements of a block, or of a loop or an `if`, with names of their own. */
  lowerBlock(statement: Statement | readonly Statement[]): Completion {
    const one = Array.isArray(statement) ? (statement as readonly Statement[]) : bodyOf(statement as Statement);
    return this.lowering.lowerBlock(one, this.nest());
  }

  bind(declaration: Node, value: Value): void {
    this.#values.set(declaration, value);
  }

  /** A name whose value changes; what it holds is in the store of the way there. */
  declare(declaration: Node, name: string): Variable {
    const variable = { declaration, name };
    this.#variables.set(declaration, variable);
    return variable;
  }

  find(declaration: Node): Value | undefined {
    const variable = this.#variables.get(declaration);
    const held = variable === undefined ? undefined : this.lowering.variables.store.get(variable);
    return held ?? this.#values.get(declaration) ?? this.#parent?.find(declaration);
  }

  variable(declaration: Node): Variable | undefined {
    return this.#variables.get(declaration) ?? this.#parent?.variable(declaration);
  }

  assign(variable: Variable, value: Value): void {
    const { variables } = this.lowering;
    variables.store = new Map(variables.store).set(variable, value);
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

type LimitedValue = Extract<Value, { kind: "mixed" | "shown" | "position" | "carried" | "carried test" }>;

const limited: ReadonlySet<Value["kind"]> = new Set(["mixed", "shown", "position", "carried", "carried test"] as const);

function isLookedUp(value: Value): boolean {
  return value.kind === "mixed" && value.missing !== undefined;
}

function isLimited(value: Value): value is LimitedValue {
  return limited.has(value.kind);
}

function bodyOf(statement: Statement): readonly Statement[] {
  return Node.isBlock(statement) ? statement.getStatements() : [statement];
}

import { Node, type SourceFile, type Statement, VariableDeclarationKind } from "ts-morph";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import { lowerExpression } from "./expression.ts";
import { type Lowering, Scope } from "./scope.ts";
import { refuseStatement } from "./statements.ts";
import type { Value } from "./value.ts";

/**
 * The author's modules: their constants and functions, evaluated by the compiler and never by a JavaScript engine.
 * A statement that would do something when the module is loaded is refused.
 */
export class Modules {
  readonly #values = new Map<Node, Value | "under way">();
  readonly #scopes = new Map<SourceFile, Scope>();
  #lowering: Lowering | undefined;
  /** The statement that would run now if the module were loaded. */
  #running: Node | undefined;

  /** Modules and lowering know each other; this closes the circle once. */
  use(lowering: Lowering): void {
    this.#lowering = lowering;
  }

  scopeOf(file: SourceFile): Scope {
    const known = this.#scopes.get(file);
    if (known !== undefined) return known;
    const scope = new Scope(this.#requireLowering());
    this.#scopes.set(file, scope);
    return scope;
  }

  /** What a name that is declared at the top of a module stands for. */
  valueOf(declaration: Node, use: Node, scope: Scope): Value {
    const known = this.#values.get(declaration);
    if (known === "under way") return scope.refuse("used-before-defined", use, { name: use.getText() });
    if (known !== undefined) return known;
    if (this.#comesLater(declaration)) return scope.refuse("used-before-defined", use, { name: use.getText() });
    this.#values.set(declaration, "under way");
    const evaluate = (): Value => this.#evaluate(declaration, use, scope);
    const value = unlessExhausted(evaluate, () => scope.refuse("too-large", use, { text: use.getText() }));
    this.#values.set(declaration, value);
    return value;
  }

  /** Lowers what runs when `statement` does. A constant further down has no value yet, although TypeScript may not say so. */
  run<Result>(statement: Node, lower: () => Result): Result {
    const before = this.#running;
    this.#running = statement;
    try {
      return lower();
    } finally {
      this.#running = before;
    }
  }

  #comesLater(declaration: Node): boolean {
    if (!Node.isVariableDeclaration(declaration)) return false;
    // A constant inside a function is known to its scope once it has a value.
    if (!Node.isSourceFile(declaration.getVariableStatement()?.getParent())) return true;
    const running = this.#running;
    return running?.getSourceFile() === declaration.getSourceFile() && declaration.getPos() > running.getEnd();
  }

  /** Reports every statement that a policy file may not have, and evaluates every constant. */
  check(file: SourceFile): void {
    const scope = this.scopeOf(file);
    for (const statement of file.getStatements()) this.#checkStatement(statement, scope);
  }

  #checkStatement(statement: Statement, scope: Scope): void {
    if (Node.isImportDeclaration(statement)) checkImport(statement, scope);
    else if (Node.isVariableStatement(statement)) this.#checkConstants(statement, scope);
    else if (Node.isExportAssignment(statement) || Node.isFunctionDeclaration(statement)) return;
    else if (!isHarmless(statement)) refuseStatement(statement, scope);
  }

  #checkConstants(statement: import("ts-morph").VariableStatement, scope: Scope): void {
    if (statement.getDeclarationKind() !== VariableDeclarationKind.Const) {
      scope.refuse("not-const", statement, { text: statement.getDeclarationKind() });
    }
    for (const declaration of statement.getDeclarations()) {
      this.#requireLowering().budget.renew();
      if (Node.isIdentifier(declaration.getNameNode())) this.valueOf(declaration, declaration, scope);
      else scope.refuse("unsupported-parameter", declaration.getNameNode(), { text: declaration.getName() });
    }
  }

  #evaluate(declaration: Node, use: Node, scope: Scope): Value {
    const inside = this.scopeOf(declaration.getSourceFile());
    if (Node.isFunctionDeclaration(declaration)) return { kind: "function", node: declaration, scope: inside };
    if (!Node.isVariableDeclaration(declaration)) return scope.refuse("unknown-name", use, { name: use.getText() });
    const initializer = declaration.getInitializer();
    if (initializer === undefined) return scope.refuse("unknown-name", use, { name: declaration.getName() });
    return this.run(declaration.getVariableStatementOrThrow(), () => lowerExpression(initializer, inside));
  }

  #requireLowering(): Lowering {
    if (this.#lowering === undefined) throw new Error("modules are used before lowering has begun");
    return this.#lowering;
  }
}

function isHarmless(statement: Statement): boolean {
  if (Node.isExportDeclaration(statement)) return !statement.hasModuleSpecifier();
  return Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement) || Node.isEmptyStatement(statement);
}

/** Types may come from anywhere; values only from the language and the author's own modules. */
function checkImport(node: import("ts-morph").ImportDeclaration, scope: Scope): void {
  const from = node.getModuleSpecifierValue();
  const isKnown =
    from === "holdfast" || from === "holdfast/kinds" || (node.isModuleSpecifierRelative() && !from.endsWith(".json"));
  const isBare = node.getImportClause() === undefined;
  if (isBare || (!isKnown && !node.isTypeOnly())) scope.refuse("unsupported-import", node, { name: from });
}

import { Node, type SourceFile, type Statement, VariableDeclarationKind } from "ts-morph";
import { lowerExpression } from "./expression.ts";
import { type Lowering, Scope } from "./scope.ts";
import { refuseStatement } from "./statements.ts";
import { type Value, refused } from "./value.ts";

/**
 * The author's modules: their constants and functions, evaluated by the compiler and never by a JavaScript engine.
 * A statement that would do something when the module is loaded is refused.
 */
export class Modules {
  readonly #values = new Map<Node, Value | "under way">();
  readonly #scopes = new Map<SourceFile, Scope>();
  #lowering: Lowering | undefined;

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
    this.#values.set(declaration, "under way");
    const value = this.#evaluate(declaration, use, scope);
    this.#values.set(declaration, value);
    return value;
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
      if (Node.isIdentifier(declaration.getNameNode())) this.valueOf(declaration, declaration, scope);
      else scope.refuse("unsupported-parameter", declaration.getNameNode(), { text: declaration.getName() });
    }
  }

  #evaluate(declaration: Node, use: Node, scope: Scope): Value {
    const inside = this.scopeOf(declaration.getSourceFile());
    if (Node.isFunctionDeclaration(declaration)) return { kind: "function", node: declaration, scope: inside };
    if (!Node.isVariableDeclaration(declaration)) return scope.refuse("unknown-name", use, { name: use.getText() });
    const initializer = declaration.getInitializer();
    return initializer === undefined ? refused : lowerExpression(initializer, inside);
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
  const isKnown = from === "holdfast" || node.isModuleSpecifierRelative();
  const isBare = node.getImportClause() === undefined;
  if (isBare || (!isKnown && !node.isTypeOnly())) scope.refuse("unsupported-import", node, { name: from });
}

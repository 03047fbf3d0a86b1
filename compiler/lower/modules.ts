import {
  type BindingElement,
  type EnumDeclaration,
  type ExportDeclaration,
  type ImportDeclaration,
  Node,
  type SourceFile,
  type Statement,
  SyntaxKind,
  VariableDeclarationKind,
} from "ts-morph";
import { unlessExhausted } from "../diagnostics/exhausted.ts";
import { isJson, isOwnName, takesValues } from "../source/imports.ts";
import { ownModules } from "../source/own-modules.ts";
import { bindName } from "./expressions/destructure.ts";
import { type Lowering, Scope } from "./scope.ts";
import { lowerEnum } from "./statements/enum.ts";
import { rejectStatement } from "./statements/statements.ts";
import { type Value, rejected } from "./value.ts";

/**
 * The author's modules: their constants and functions, evaluated by the compiler and never by a JavaScript engine.
 * A statement that would do something when the module is loaded is rejected.
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
    if (known === "under way") return scope.reject("used-before-defined", use, { name: use.getText() });
    if (known !== undefined) return known;
    if (this.#comesLater(declaration)) return scope.reject("used-before-defined", use, { name: use.getText() });
    this.#values.set(declaration, "under way");
    const evaluate = (): Value => this.#evaluate(declaration, use, scope);
    const value = unlessExhausted(evaluate, () => scope.reject("too-large", use, { text: use.getText() }));
    this.#values.set(declaration, value);
    return value;
  }

  /**
   * Lowers what runs when `statement` does. A constant further down has no value yet, although TypeScript may not say
   * so.
   */
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
    if (Node.isBindingElement(declaration)) return this.#comesLater(patternOf(declaration));
    if (Node.isEnumDeclaration(declaration)) return this.#isAfterRunning(declaration);
    if (!Node.isVariableDeclaration(declaration)) return false;
    // A constant inside a function is known to its scope once it has a value.
    if (!Node.isSourceFile(declaration.getVariableStatement()?.getParent())) return true;
    return this.#isAfterRunning(declaration);
  }

  #isAfterRunning(declaration: Node): boolean {
    const running = this.#running;
    return running?.getSourceFile() === declaration.getSourceFile() && declaration.getPos() > running.getEnd();
  }

  /** Reports every statement that a policy file may not have, and evaluates every constant. */
  check(file: SourceFile): void {
    if (isJson(file.getFilePath())) return;
    const scope = this.scopeOf(file);
    for (const statement of file.getStatements()) this.#checkStatement(statement, scope);
  }

  #checkStatement(statement: Statement, scope: Scope): void {
    if (Node.isImportDeclaration(statement) || Node.isExportDeclaration(statement)) checkModuleName(statement, scope);
    else if (Node.isVariableStatement(statement)) this.#checkConstants(statement, scope);
    else if (Node.isEnumDeclaration(statement)) this.#checkEnum(statement, scope);
    else if (Node.isExportAssignment(statement) || Node.isFunctionDeclaration(statement)) return;
    else if (!isHarmless(statement)) rejectStatement(statement, scope);
  }

  #checkEnum(declaration: EnumDeclaration, scope: Scope): void {
    this.#requireLowering().budget.renew();
    this.valueOf(declaration, declaration.getNameNode(), scope);
  }

  #checkConstants(statement: import("ts-morph").VariableStatement, scope: Scope): void {
    if (statement.getDeclarationKind() !== VariableDeclarationKind.Const) {
      scope.reject("not-const", statement, { text: statement.getDeclarationKind() });
    }
    for (const declaration of statement.getDeclarations()) {
      this.#requireLowering().budget.renew();
      const names = Node.isIdentifier(declaration.getNameNode()) ? [declaration] : elementsOf(declaration);
      for (const name of names) this.valueOf(name, name, scope);
    }
  }

  #evaluate(declaration: Node, use: Node, scope: Scope): Value {
    const inside = this.scopeOf(declaration.getSourceFile());
    if (Node.isFunctionDeclaration(declaration)) return { kind: "function", node: declaration, scope: inside };
    if (Node.isExportAssignment(declaration)) return this.run(declaration, () => inside.lower(declaration.getExpression()));
    if (Node.isSourceFile(declaration)) return lowerJson(declaration, use, inside);
    if (Node.isEnumDeclaration(declaration)) return this.run(declaration, () => lowerEnum(declaration, inside));
    if (Node.isBindingElement(declaration)) {
      const known = inside.find(declaration);
      return known ?? this.#bindPattern(patternOf(declaration), inside).find(declaration) ?? rejected;
    }
    if (!Node.isVariableDeclaration(declaration)) return scope.reject("unknown-name", use, { name: use.getText() });
    const initializer = declaration.getInitializer();
    if (initializer === undefined) return scope.reject("unknown-name", use, { name: declaration.getName() });
    return this.run(declaration.getVariableStatementOrThrow(), () => inside.lower(initializer));
  }

  /** `const { a, b } = defaults` at the top of a module. */
  #bindPattern(declaration: Node, inside: Scope): Scope {
    const initializer = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
    if (!Node.isVariableDeclaration(declaration) || initializer === undefined) return inside;
    this.run(declaration.getVariableStatementOrThrow(), () =>
      bindName(declaration.getNameNode(), inside.lower(initializer), inside),
    );
    return inside;
  }

  #requireLowering(): Lowering {
    if (this.#lowering === undefined) throw new Error("modules are used before lowering has begun");
    return this.#lowering;
  }
}

function isHarmless(statement: Statement): boolean {
  return Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement) || Node.isEmptyStatement(statement);
}

/** The names of `const { a, b: [c] } = ...`. */
function elementsOf(declaration: Node): readonly BindingElement[] {
  return declaration
    .getDescendantsOfKind(SyntaxKind.BindingElement)
    .filter((element) => Node.isIdentifier(element.getNameNode()) && patternOf(element) === declaration);
}

/** The declaration, or the parameter of a function, that the pattern belongs to. */
function patternOf(element: Node): Node {
  const owner = element.getParentOrThrow().getParentOrThrow();
  return Node.isBindingElement(owner) ? patternOf(owner) : owner;
}

/** A file of JSON is one expression. */
function lowerJson(file: SourceFile, use: Node, scope: Scope): Value {
  const [statement] = file.getStatements();
  return Node.isExpressionStatement(statement)
    ? scope.lower(statement.getExpression())
    : scope.reject("unknown-name", use, { name: use.getText() });
}

/** Types may come from anywhere; values only from what the compiler can read: it runs nothing. */
function checkModuleName(node: ImportDeclaration | ExportDeclaration, scope: Scope): void {
  const name = node.getModuleSpecifierValue();
  if (name === undefined) return;
  const file = node.getModuleSpecifierSourceFile();
  const isBare = Node.isImportDeclaration(node) && node.getImportClause() === undefined;
  if (isBare || (takesValues(node) && !isReadable(name, file))) scope.reject("unsupported-import", node, { name });
  else if (file !== undefined && isJson(file.getFilePath())) checkDataImport(node, name, scope);
}

function isReadable(name: string, file: SourceFile | undefined): boolean {
  if (isOwnName(name)) return Object.hasOwn(ownModules, name);
  // Of a file of the author's that is not there, TypeScript has said so.
  if (file === undefined) return /^\.\.?\//.test(name);
  return !file.isDeclarationFile();
}

/** Bundlers and Node.js do not agree whether the keys of the data are exports, too. */
function checkDataImport(node: ImportDeclaration | ExportDeclaration, name: string, scope: Scope): void {
  const isDefault =
    Node.isImportDeclaration(node) &&
    node.getDefaultImport() !== undefined &&
    node.getNamedImports().length === 0 &&
    node.getNamespaceImport() === undefined;
  if (!isDefault) scope.reject("json-import", node, { name });
}

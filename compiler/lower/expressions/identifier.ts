import { type Identifier, Node, type Symbol as TypeScriptSymbol } from "ts-morph";
import { isJson } from "../../source/imports.ts";
import { belongsTo } from "../../source/own-modules.ts";
import { numberConstant } from "../numbers/constants.ts";
import type { Scope } from "../scope.ts";
import { type ModuleValue, type Value, rejected, undefinedValue } from "../value.ts";

export function lowerIdentifier(node: Identifier, scope: Scope): Value {
  if (node.getText() === "undefined") return undefinedValue;
  return lowerSymbol(node.getSymbol(), node, scope);
}

/** What `name` of `import * as module` stands for. */
export function readExport({ file }: ModuleValue, name: string, { node, scope }: { node: Node; scope: Scope }): Value {
  const symbol = file.getExportSymbols().find((one) => one.getName() === name);
  return symbol === undefined
    ? scope.reject("unknown-property", node, { name, text: node.getText() })
    : lowerSymbol(symbol, node, scope);
}

export function lowerSymbol(symbol: TypeScriptSymbol | undefined, node: Node, scope: Scope): Value {
  const declaration = symbol === undefined ? undefined : declarationOf(symbol);
  if (declaration === undefined) return scope.reject("unknown-name", node, { name: node.getText() });
  const found = scope.find(declaration);
  if (found?.kind === "beyond") {
    scope.lowering.bag.add(found.why);
    return rejected;
  }
  return found ?? lowerDeclared(declaration, node, scope);
}

function declarationOf(symbol: TypeScriptSymbol): Node | undefined {
  const original = symbol.isAlias() ? symbol.getAliasedSymbol() : symbol;
  return original?.getValueDeclaration() ?? original?.getDeclarations()[0];
}

/** A name from a module: the author's, the language's or JavaScript's own. */
function lowerDeclared(declaration: Node, node: Node, scope: Scope): Value {
  const file = declaration.getSourceFile();
  if (Node.isSourceFile(declaration) && !isJson(declaration.getFilePath())) return { kind: "module", file: declaration };
  if (belongsTo("holdfast", file)) return lowerOwn(originalName(declaration), node, scope);
  const global = `global ${node.getText()}`;
  if (file.isDeclarationFile()) return numberConstant(global) ?? { kind: "builtin", name: global };
  return scope.lowering.modules.valueOf(declaration, node, scope);
}

function lowerOwn(name: string, node: Node, scope: Scope): Value {
  const { modules, ownFunctions } = scope.lowering;
  const written = ownFunctions.get(name);
  return written === undefined ? { kind: "builtin", name } : modules.valueOf(written, node, scope);
}

function originalName(declaration: Node): string {
  return Node.isFunctionDeclaration(declaration) ? (declaration.getName() ?? "") : declaration.getText();
}

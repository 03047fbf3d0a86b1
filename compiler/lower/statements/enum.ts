import { type EnumDeclaration, type EnumMember, Node } from "ts-morph";
import type { Scope } from "../scope.ts";
import { type StaticValue, type Value, rejected, staticValue } from "../value.ts";

/**
 * `enum Tier { Gold = "gold" }` as the object that it is when it runs: its members, and of numeric ones the way back
 * (`Level[0]`). Declarations of one name are one enum.
 */
export function lowerEnum(declaration: EnumDeclaration, scope: Scope): Value {
  if (declaration.hasDeclareKeyword()) return scope.reject("unknown-name", declaration, { name: declaration.getName() });
  const declarations = (declaration.getSymbol()?.getDeclarations() ?? [declaration]).filter(Node.isEnumDeclaration);
  const properties = new Map<string, Value>();
  for (const member of declarations.flatMap((one) => one.getMembers())) {
    const value = valueOf(member, scope);
    if (value === undefined) return rejected;
    properties.set(nameOf(member), value);
    if (typeof value.value === "number") properties.set(String(value.value), staticValue(nameOf(member)));
  }
  return { kind: "object", properties };
}

/** `"north-1"` is a name, too; ts-morph gives it with its quotes. */
function nameOf(member: EnumMember): string {
  const name = member.getNameNode();
  return Node.isStringLiteral(name) ? name.getLiteralText() : member.getName();
}

/** Undefined after a diagnostic: TypeScript knows constants, and what is computed has to be known, too. */
function valueOf(member: EnumMember, scope: Scope): StaticValue | undefined {
  const known = member.getValue();
  if (known !== undefined) return staticValue(known);
  const initializer = member.getInitializer();
  const value = initializer === undefined ? rejected : scope.lower(initializer);
  if (value.kind === "static") return value;
  if (value.kind !== "rejected") scope.reject("not-a-value", member, { text: member.getText() });
  return undefined;
}

import type { Code } from "./code.ts";
import { type Name, type Context, writeCode } from "./write-code.ts";

/** `const name = ...;`, or `if (...) return ...;` */
export type Statement =
  | { readonly kind: "const"; readonly name: string; readonly value: Code }
  | { readonly kind: "if"; readonly condition: Code; readonly answer: Code }
  | { readonly kind: "ifUndefined"; readonly name: string; readonly answer: Code }
  | { readonly kind: "ifDefined"; readonly name: string; readonly subject: Code; readonly answers: readonly [Code, Code] }
  | { readonly kind: "switch"; readonly subject: Code; readonly answers: readonly [Code, Code] };

/** Statements as the report calls them. */
export const statementNames = {
  const: "const",
  if: "if and return",
  ifUndefined: "narrowing by === undefined",
  ifDefined: "narrowing by !== undefined",
  switch: "switch",
} as const;

/** Adds to `names` what may be used after it. */
export function writeStatement(around: Context, name: string, names: Name[]): Statement {
  const optional = names.find(({ type }) => type === "maybeText");
  const narrowings = optional === undefined ? [] : (["ifUndefined", "ifUndefined", "ifDefined"] as const);
  const kinds = ["const", "const", "if", "switch", ...narrowings] as const;
  const kind = around.choices.any(kinds);
  const answer = (): Code => writeCode("bool", around);
  if (kind === "if") return { kind, condition: answer(), answer: answer() };
  if (kind === "switch") return { kind, subject: writeCode("maybeText", around), answers: [answer(), answer()] };
  if (kind === "ifUndefined" && optional !== undefined) {
    const statement = { kind, name: optional.name, answer: answer() };
    names.splice(names.indexOf(optional), 1, { name: optional.name, type: "text" });
    return statement;
  }
  if (kind === "ifDefined" && optional !== undefined) {
    names.splice(names.indexOf(optional), 1);
    return { kind, name: optional.name, subject: writeCode("maybeText", around), answers: [answer(), answer()] };
  }
  const type = around.choices.any(["bool", "maybeBool", "text", "maybeText", "number", "maybeNumber"] as const);
  const statement = { kind: "const", name, value: writeCode(type, around) } as const;
  names.push({ name, type });
  return statement;
}

export function piecesOf(statement: Statement): readonly Code[] {
  if (statement.kind === "const") return [statement.value];
  if (statement.kind === "if") return [statement.condition, statement.answer];
  return statement.kind === "ifUndefined" ? [statement.answer] : [statement.subject, ...statement.answers];
}

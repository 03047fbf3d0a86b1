import { CelCompileError } from "../failures.ts";
import type { CelType } from "../values/cel-type.ts";
import { isExactly } from "./assignable.ts";
import type { CheckResult } from "./check.ts";
import type { Checked, CheckedCall, CheckedElement } from "./checked.ts";
import { checkFormatCall } from "./format-calls.ts";
import type { Substitution } from "./substitution.ts";
import { mismatch } from "./resolve-overload.ts";

/** What the API server looks at in literals when a policy is written (apiserver: pkg/cel/environment/base.go, ASTValidators). */
export function checkLiterals({ root, known }: CheckResult): void {
  visit(root, known, false);
}

function visit(node: Checked, known: Substitution, isExempt: boolean): void {
  if (node.kind === "call") checkCall(node, known);
  if (!isExempt && (node.kind === "list" || node.kind === "map")) checkHomogeneous(node, known);
  const isInFormat = isExempt || (node.kind === "call" && node.function.name === "format");
  for (const part of partsOf(node)) visit(part, known, isInFormat);
}

function partsOf(node: Checked): readonly Checked[] {
  switch (node.kind) {
    case "select":
      return [node.operand];
    case "call":
      return node.arguments;
    case "list":
      return node.elements.map(({ value }) => value);
    case "map":
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case "comprehension":
      return [node.range, node.initial, node.condition, node.step, node.result];
    default:
      return [];
  }
}

function checkCall(node: CheckedCall, known: Substitution): void {
  const [first, second] = node.arguments;
  const isMember = node.overloads[0]?.isMember ?? false;
  // cel-go looks at the first argument, which of `matches(text, pattern)` is the text.
  const argument = isMember ? second : first;
  const literal = argument?.kind === "constant" ? argument.value : undefined;
  const { name, isLiteral } = node.function;
  if (typeof literal === "string" && isLiteral?.(literal) === false) throw new CelCompileError(`invalid ${name} argument`);
  if (name === "format") checkFormatCall(node, known);
}

/** All elements, keys and values of one type, but for what is formatted. */
function checkHomogeneous(node: Extract<Checked, { kind: "list" | "map" }>, known: Substitution): void {
  if (node.kind === "list") return requireOneType(node.elements.map((element) => elementType(element, known)));
  requireOneType(node.entries.map(({ key }) => known.applyFinally(key.type)));
  requireOneType(node.entries.map((entry) => elementType(entry, known)));
}

function elementType({ value, isOptional }: CheckedElement, known: Substitution): CelType {
  const type = known.applyFinally(value.type);
  return isOptional ? (type.parameters[0] ?? type) : type;
}

function requireOneType([first, ...others]: readonly CelType[]): void {
  const other = others.find((type) => first !== undefined && !isExactly(first, type));
  if (first !== undefined && other !== undefined) throw mismatch(first, other);
}

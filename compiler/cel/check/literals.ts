import { CelCompileError, Failure } from "../failures.ts";
import type { CelType, TypeKind } from "../values/cel-type.ts";
import { isExactly } from "./assignable.ts";
import type { CheckResult } from "./check.ts";
import type { Checked, CheckedCall, CheckedElement } from "./checked.ts";
import type { Substitution } from "./substitution.ts";
import { mismatch } from "./resolve-overload.ts";
import { wrongStringType } from "../format/format-value.ts";
import { wrongType } from "../format/format-number.ts";
import { type Verb, readFormat } from "../format/read-format.ts";

/**
 * What the API server looks at in literals when a policy is written (apiserver: pkg/cel/environment/base.go,
 * ASTValidators).
 */
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

const wholeKinds: readonly TypeKind[] = ["int", "uint"];

/** What each verb takes, as far as types are known beforehand. */
const kinds: Readonly<Record<Verb, readonly TypeKind[]>> = {
  s: ["list", "map", "int", "uint", "double", "bool", "string", "timestamp", "bytes", "duration", "type", "null"],
  d: wholeKinds,
  f: ["double", "string"],
  e: ["double", "string"],
  b: [...wholeKinds, "bool"],
  x: [...wholeKinds, "string", "bytes"],
  X: [...wholeKinds, "string", "bytes"],
  o: wholeKinds,
};

/**
 * `'...'.format([...])` with a literal template and a literal list (cel-go: ext/formatting.go, stringFormatValidator).
 */
function checkFormatCall({ arguments: [template, list] }: CheckedCall, known: Substitution): void {
  if (template?.kind !== "constant" || typeof template.value !== "string" || list?.kind !== "list") return;
  const values = list.elements.map(({ value }) => value);
  let asked = 0;
  const result = readFormat(template.value, {
    hasArgument: () => true,
    size: values.length,
    format: ({ verb }, index) => {
      asked = index + 1;
      const value = values[index];
      return value === undefined ? "" : checkVerb(verb, value, known);
    },
  });
  if (result instanceof Failure) throw new CelCompileError(result.message);
  if (values.length > asked) {
    throw new CelCompileError(`too many arguments supplied to string.format (expected ${asked}, got ${values.length})`);
  }
}

function checkVerb(verb: Verb, value: Checked, known: Substitution): string | Failure {
  const type = known.applyFinally(value.type);
  const isTaken = type.kind === "dyn" || kinds[verb].includes(type.kind);
  if (!isTaken) return verb === "s" ? wrongStringType(type.typeName) : wrongType(verb, type.typeName);
  return verb === "s" ? checkParts(value, known) : "";
}

/** Of a literal list or map each part. */
function checkParts(value: Checked, known: Substitution): string | Failure {
  const elements = value.kind === "list" ? value.elements.map((element) => element.value) : [];
  const entries = value.kind === "map" ? value.entries.flatMap((entry) => [entry.key, entry.value]) : [];
  const checked = [...elements, ...entries].map((part) => checkVerb("s", part, known));
  return checked.find((one) => one instanceof Failure) ?? "";
}

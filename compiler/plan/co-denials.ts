import { type Expression, conditional, literal, local } from "../ir/expression.ts";
import { type PolicyIr, alsoDeniedText } from "../ir/policy.ts";
import { joinText } from "../ir/expressions/text.ts";
import { asksAuthorizer } from "../ir/expressions/visit.ts";
import type { Denying } from "./denials.ts";
import { identity } from "../ir/expressions/identity.ts";

/**
 * A denial shows the first validation that fails, so each message goes on with those of the rules behind it that deny,
 * too: whoever has removed one protection should not meet the next.
 *
 *     'keep: ...' + variables.alsoHold
 */
export function nameEveryCoDenial(rules: readonly Denying[], what: PolicyIr["coDenials"]): readonly Denying[] {
  return rules.map((denying, at) => {
    const others = rules.slice(at + 1).filter((other) => mayMeet(denying, other));
    const also = others.map((other) => alsoDenied(other, what));
    const denials = denying.denials.map((denial) => ({ ...denial, message: joinText([denial.message, ...also]) }));
    return { ...denying, denials };
  });
}

/**
 * A message cannot ask the authorizer, so a rule that does is not in the messages of others; nor is one that the
 * webhook answers.
 */
function mayMeet(one: Denying, other: Denying): boolean {
  if (asksAuthorizer(other.rule.when) || one.rule.isAlone === true || other.rule.isAlone === true) return false;
  const isPlain = one.denials.length === 1 && other.denials.length === 1;
  return !(isPlain && excludeEachOther(one.rule.when, other.rule.when));
}

function alsoDenied({ rule: { name, span }, denials }: Denying, what: PolicyIr["coDenials"]): Expression {
  const none: Expression = literal("", span);
  const text = denials.reduceRight<Expression>((rest, { denies, message }) => {
    const said = what === "messages" ? message : literal(alsoDeniedText(name), span);
    return conditional(denies, [joinText([literal("; ", span), said]), rest], span);
  }, none);
  return local(`also${name.charAt(0).toUpperCase()}${name.slice(1)}`, text, "author");
}

/** A text that may be absent, as the conditions about it can tell it from others; undefined: absent. */
type Sample = string | undefined;

/**
 * Whether two conditions can never hold together, as far as that is plain: both ask nothing but what one text of the
 * object is. `value == 'true'` and `value.hasValue() && !(value in ['true', 'false'])` exclude each other.
 */
function excludeEachOther(a: Expression, b: Expression): boolean {
  const about = new Map<string, Set<string>>();
  if (!collect(a, about) || !collect(b, about) || about.size !== 1) return false;
  const [[, constants]] = [...about] as [[string, Set<string>]];
  const samples: readonly Sample[] = [undefined, ...constants, [...constants, "x"].join("")];
  return samples.every((sample) => holds(a, sample) !== true || holds(b, sample) !== true);
}

/** Notes every text that is asked about, with what it is compared with; false where something else is asked. */
function collect(node: Expression, about: Map<string, Set<string>>): boolean {
  const comparison = comparisonOf(node);
  if (comparison !== undefined) {
    const constants = about.get(comparison.about) ?? new Set<string>();
    comparison.constants.forEach((constant) => constants.add(constant));
    about.set(comparison.about, constants);
    return true;
  }
  return parts(node)?.every((part) => collect(part, about)) === true;
}

function parts(node: Expression): readonly Expression[] | undefined {
  if (node.kind === "local") return [node.definition];
  if (node.kind === "not") return [node.operand];
  return node.kind === "binary" && (node.operator === "&&" || node.operator === "||") ? [node.left, node.right] : undefined;
}

function holds(node: Expression, sample: Sample): boolean | undefined {
  const comparison = comparisonOf(node);
  if (comparison !== undefined) return comparison.answer(sample);
  const [left, right] = (parts(node) ?? []).map((part) => holds(part, sample));
  if (node.kind === "not") return left === undefined ? undefined : !left;
  if (node.kind === "binary") return node.operator === "&&" ? left === true && right === true : left === true || right === true;
  return left;
}

interface Comparison {
  readonly about: string;
  readonly constants: readonly string[];
  readonly answer: (sample: Sample) => boolean;
}

/** `value.hasValue()`, `value.orValue('') == 'x'`, `value.orValue('') in ['x', 'y']` */
function comparisonOf(node: Expression): Comparison | undefined {
  if (node.kind === "call" && node.function === "hasValue" && node.receiver !== undefined)
    return { about: identity(node.receiver), constants: [], answer: (sample) => sample !== undefined };
  if (node.kind !== "binary" || !["==", "!=", "in"].includes(node.operator)) return undefined;
  const [asked, other] = node.left.kind === "literal" ? [node.right, node.left] : [node.left, node.right];
  const [about, fallback] = defaulted(asked) ?? [];
  const constants = textsOf(other);
  if (about === undefined || fallback === undefined || constants === undefined) return undefined;
  const isAmong = (sample: Sample): boolean => constants.includes(sample ?? fallback);
  return { about, constants: [...constants, fallback], answer: node.operator === "!=" ? (sample) => !isAmong(sample) : isAmong };
}

function defaulted(node: Expression): readonly [about: string, fallback: string] | undefined {
  if (node.kind === "local") return defaulted(node.definition);
  if (node.kind !== "call" || node.function !== "orValue" || node.receiver === undefined) return undefined;
  const [fallback] = node.arguments;
  if (fallback?.kind !== "literal" || typeof fallback.value !== "string") return undefined;
  return [identity(node.receiver), fallback.value];
}

function textsOf(node: Expression): readonly string[] | undefined {
  const elements = node.kind === "list" ? node.elements : [node];
  const texts = elements.flatMap((element) =>
    element.kind === "literal" && typeof element.value === "string" ? [element.value] : [],
  );
  return texts.length === elements.length ? texts : undefined;
}

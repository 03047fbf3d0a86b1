import { hash } from "node:crypto";
import type { NamedExpression } from "../ir/admission-policy.ts";
import { type Expression, variable, variablesOf } from "../ir/expression.ts";
import { once } from "../ir/once.ts";
import { isLong } from "./share.ts";
import { children, mapChildren, variablesReadIn } from "../ir/expressions/visit.ts";

interface Parts<Validation> {
  readonly variables: readonly NamedExpression[];
  readonly validations: readonly Validation[];
}

/**
 * What a variable holds is not written out once more: a rule may say in full what another rule, or the compiler, has
 * given a name. Variables stay in their order, but those that another reads now come before it.
 */
export function writtenOnce<Validation extends { readonly expression: Expression; readonly message: Expression }>({
  variables,
  validations,
}: Parts<Validation>): Parts<Validation> {
  const namesOf = (held: readonly NamedExpression[]): ReadonlyMap<string, string> =>
    new Map(held.map(({ name, expression }) => [textKey(expression), name]));
  const ofRules = neededBy(
    validations.map(({ expression }) => expression),
    variables,
  );
  // What only messages need has a name that says nothing of a rule: there it stands for what is long.
  const inRules = replacer(namesOf(variables.filter((one) => ofRules.has(one) || isLong(one.expression))));
  const inMessages = replacer(namesOf(variables));
  const written = variables.map((one) => {
    const { name, expression } = one;
    return { name, expression: inside(expression, ofRules.has(one) ? inRules : inMessages) };
  });
  return {
    variables: inOrderOfUse(written),
    validations: validations.map((one) => ({ ...one, expression: inRules(one.expression), message: inMessages(one.message) })),
  };
}

function neededBy(expressions: readonly Expression[], variables: readonly NamedExpression[]): ReadonlySet<NamedExpression> {
  const byName = new Map(variables.map((one) => [one.name, one]));
  const needed = new Set<NamedExpression>();
  const search = (expression: Expression): void => {
    for (const name of variablesReadIn(expression)) {
      const found = byName.get(name);
      if (found === undefined || needed.has(found)) continue;
      needed.add(found);
      search(found.expression);
    }
  };
  expressions.forEach(search);
  return needed;
}

function replacer(names: ReadonlyMap<string, string>): (node: Expression) => Expression {
  const results = new Map<Expression, Expression>();
  return function named(node: Expression): Expression {
    const known = results.get(node);
    if (known !== undefined) return known;
    const name = names.get(textKey(node));
    const result = name === undefined ? inside(node, named) : variable(name, node.span);
    results.set(node, result);
    return result;
  };
}

/** The parts of a path stay as they are: `variables.x.?y` is none whatever the optional in `x` holds (share.ts). */
function inside(node: Expression, named: (part: Expression) => Expression): Expression {
  if (node.kind !== "select" && node.kind !== "index") return mapChildren(node, named);
  return mapChildren(node, (part) => (part === node.operand ? inside(part, named) : named(part)));
}

function inOrderOfUse(variables: readonly NamedExpression[]): readonly NamedExpression[] {
  const byName = new Map(variables.map((one) => [one.name, one]));
  const ordered = new Set<NamedExpression>();
  const add = (one: NamedExpression): void => {
    for (const name of variablesReadIn(one.expression)) {
      const read = byName.get(name);
      if (read !== undefined && !ordered.has(read)) add(read);
    }
    ordered.add(one);
  };
  variables.forEach(add);
  return [...ordered];
}

/** The same for all that is printed as the same text, without printing it: expressions share their parts. */
const textKey: (node: Expression) => string = once((node) =>
  hash("sha256", `${node.kind} ${ownText(node)} ${children(node).map(textKey).join()}`, "base64"),
);

/** What of a node itself is printed. */
function ownText(node: Expression): string {
  switch (node.kind) {
    case "literal":
      return `${JSON.stringify(node.value)} ${node.isDouble}`;
    case "identifier":
    case "variable":
      return node.name;
    case "select":
      return `${node.field} ${node.optional}`;
    case "index":
      return String(node.optional);
    case "call":
      return `${node.function} ${node.receiver === undefined}`;
    case "binary":
      return node.operator;
    case "comprehension":
      return `${node.method} ${variablesOf(node).join()}`;
    default:
      return "";
  }
}

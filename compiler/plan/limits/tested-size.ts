import type { NamedExpression } from "../../ir/admission-policy.ts";
import type { Binary, Expression } from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";

/** Text by its identity, and a list or map by its own, and the most characters or entries that it has here. */
export type TestedSizes = ReadonlyMap<string, number>;

/** Of a list or map, whose entries say nothing of its bytes. */
const entriesKey = (collection: Expression): string => `entries of ${identity(collection)}`;

/** Most entries of a list or map, where its size has been asked before. */
export function testedEntries(collection: Expression, tested: TestedSizes): number {
  return tested.get(entriesKey(collection)) ?? Infinity;
}

export const noSizes: TestedSizes = new Map();

interface Known {
  readonly tested: TestedSizes;
  readonly variables: readonly NamedExpression[];
}

/** What is known where `condition` holds: `size(x) <= 32` and whatever stands beside it in an `&&`. */
export function sizesWhere(condition: Expression, known: Known): TestedSizes {
  return collect(condition, holds, known);
}

/** What is known where `condition` does not hold: the same turned round, `size(x) > 32 || ...`. */
export function sizesUnless(condition: Expression, known: Known): TestedSizes {
  return collect(condition, fails, known);
}

interface Form {
  readonly together: Binary["operator"];
  readonly relation: Binary["operator"];
}

const holds: Form = { together: "&&", relation: "<=" };
const fails: Form = { together: "||", relation: ">" };

function collect(node: Expression, form: Form, known: Known): TestedSizes {
  const { tested, variables } = known;
  if (node.kind === "not") return collect(node.operand, form === holds ? fails : holds, known);
  if (node.kind === "variable") {
    const definition = variables.find(({ name }) => name === node.name)?.expression;
    return definition === undefined ? tested : collect(definition, form, known);
  }
  if (node.kind !== "binary") return tested;
  if (node.operator === form.together) {
    return collect(node.right, form, { ...known, tested: collect(node.left, form, known) });
  }
  return node.operator === form.relation ? comparedSize(node, tested) : tested;
}

function comparedSize({ left, right }: Binary, tested: TestedSizes): TestedSizes {
  const [counted] = left.kind === "call" && left.function === "size" ? left.arguments : [];
  if (counted === undefined || right.kind !== "literal" || typeof right.value !== "number") return tested;
  const key = left.kind === "call" && left.counts === "characters" ? identity(counted) : entriesKey(counted);
  return new Map([...tested, [key, right.value]]);
}

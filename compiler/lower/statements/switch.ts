import { type CaseClause, type DefaultClause, Node, type SwitchStatement } from "ts-morph";
import { or } from "../../ir/expressions/boolean.ts";
import { type Expression, literal } from "../../ir/expression.ts";
import { choose } from "../expressions/choose.ts";
import { named } from "../expressions/coerce.ts";
import { lowerEquality } from "../expressions/equality.ts";
import type { Scope } from "../scope.ts";
import { isOfType, lowerTypeSubject, withoutParentheses } from "../shapes/type-of.ts";
import { type Value, dynamicBoolean, staticValue } from "../value.ts";

/** Labels that lead to the same statements: `case "a": case "b": ...`. TypeScript rejects falling through otherwise. */
interface Group {
  readonly cases: readonly CaseClause[];
  readonly isDefault: boolean;
  readonly clause: CaseClause | DefaultClause;
}

interface Ways {
  /** What comes after the `switch`. */
  readonly end: () => Value;
  /** The statements of a clause, and what comes after them. */
  readonly body: (clause: CaseClause | DefaultClause) => Value;
}

/** `switch (x) { case "a": return p; default: return q; }` is `x === "a" ? p : q`. */
export function lowerSwitch(node: SwitchStatement, scope: Scope, { end, body }: Ways): Value {
  const asked = withoutParentheses(node.getExpression());
  const value = Node.isTypeOfExpression(asked) ? lowerTypeSubject(asked, scope) : scope.lower(asked);
  const subject = value.kind === "dynamic" ? named(value, "subject") : value;
  const isCase: IsCase = (one, label) =>
    Node.isTypeOfExpression(asked) ? isOfType(subject, one, { node: label, scope }) : lowerEquality([subject, one], label, scope);
  const groups = groupsOf(node.getClauses());
  const other = groups.find(({ isDefault }) => isDefault);
  const lowerGroups = ([group, ...rest]: readonly Group[]): Value => {
    if (group === undefined) return other === undefined ? end() : body(other.clause);
    if (group === other) return lowerGroups(rest);
    const isThis = isOneOf(isCase, group.cases, scope);
    if (isThis.kind === "static") return isThis.value === true ? body(group.clause) : lowerGroups(rest);
    return choose(isThis, [body(group.clause), lowerGroups(rest)], { node, scope });
  };
  return lowerGroups(groups);
}

function groupsOf(clauses: readonly (CaseClause | DefaultClause)[]): readonly Group[] {
  const groups: Group[] = [];
  let waiting: readonly (CaseClause | DefaultClause)[] = [];
  clauses.forEach((clause, at) => {
    waiting = [...waiting, clause];
    if (clause.getStatements().length === 0 && at < clauses.length - 1) return;
    groups.push({ cases: waiting.filter(Node.isCaseClause), isDefault: waiting.some(Node.isDefaultClause), clause });
    waiting = [];
  });
  return groups;
}

/** Whether what the `switch` is about is this. */
type IsCase = (value: Value, label: CaseClause) => Value;

function isOneOf(isCase: IsCase, cases: readonly CaseClause[], scope: Scope): Value {
  const answers = cases.map((clause) => isCase(scope.lower(clause.getExpression()), clause));
  const wrong = answers.find((answer) => answer.kind === "rejected");
  if (wrong !== undefined) return wrong;
  const whole = answers.map(toCondition).reduce((left, right) => or(left, right));
  return whole.kind === "literal" ? staticValue(whole.value === true) : dynamicBoolean(whole);
}

function toCondition(answer: Value): Expression {
  if (answer.kind === "dynamic") return answer.expression;
  return literal(answer.kind === "static" && answer.value === true, { file: "", start: 0, end: 0 });
}

import { type CaseClause, type DefaultClause, Node, type SwitchStatement } from "ts-morph";
import { or } from "../../ir/expressions/boolean.ts";
import { type Expression, literal } from "../../ir/expression.ts";
import { named } from "../expressions/coerce.ts";
import { lowerEquality } from "../expressions/equality.ts";
import type { Scope } from "../scope.ts";
import { type Completion, choice, normal, replaced, andThen } from "./completion.ts";
import { isOfType, lowerTypeSubject, withoutParentheses } from "../shapes/type-of.ts";
import { type Value, dynamicBoolean, staticValue } from "../value.ts";

/** Labels that lead to the same statements: `case "a": case "b": ...`. */
interface Group {
  readonly cases: readonly CaseClause[];
  readonly isDefault: boolean;
  /** The clause with the statements, and those that it may fall through to. */
  readonly clauses: readonly (CaseClause | DefaultClause)[];
}

/** `switch (x) { case "a": return p; default: return q; }` is `x === "a" ? p : q`. */
export function lowerSwitch(node: SwitchStatement, scope: Scope): Completion {
  const asked = withoutParentheses(node.getExpression());
  const value = Node.isTypeOfExpression(asked) ? lowerTypeSubject(asked, scope) : scope.lower(asked);
  const subject = value.kind === "dynamic" ? named(value, "subject") : value;
  const isCase: IsCase = (one, label) =>
    Node.isTypeOfExpression(asked) ? isOfType(subject, one, { node: label, scope }) : lowerEquality([subject, one], label, scope);
  const groups = groupsOf(node.getClauses());
  const other = groups.find(({ isDefault }) => isDefault);
  const lowerGroups = ([group, ...rest]: readonly Group[]): Completion => {
    if (group === undefined) return other === undefined ? normal(scope) : lowerFrom(other.clauses, scope);
    if (group === other) return lowerGroups(rest);
    const isThis = isOneOf(isCase, group.cases, scope);
    return choice(isThis, [() => lowerFrom(group.clauses, scope), () => lowerGroups(rest)], { node, scope });
  };
  const whole: Completion = { kind: "after", values: [subject], then: lowerGroups(groups) };
  return replaced(whole, (one) => (one.kind === "break" && one.of === node ? { kind: "normal", store: one.store } : one));
}

/** The statements of the first clause, and of those after it as far as it falls through. */
function lowerFrom([clause, ...others]: Group["clauses"], scope: Scope): Completion {
  if (clause === undefined) return normal(scope);
  return andThen(scope.lowerBlock(clause.getStatements()), () => lowerFrom(others, scope), scope);
}

function groupsOf(clauses: readonly (CaseClause | DefaultClause)[]): readonly Group[] {
  const groups: Group[] = [];
  let waiting: readonly (CaseClause | DefaultClause)[] = [];
  clauses.forEach((clause, at) => {
    waiting = [...waiting, clause];
    if (clause.getStatements().length === 0 && at < clauses.length - 1) return;
    const isDefault = waiting.some(Node.isDefaultClause);
    groups.push({ cases: waiting.filter(Node.isCaseClause), isDefault, clauses: clauses.slice(at) });
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

import { type Code, leaf, textOf } from "./code.ts";
import { simplestFor } from "./construct-table.ts";
import type { RuleKind } from "./rule-kind.ts";
import { messageText, ruleText } from "./rule-text.ts";
import type { Statement } from "./statements.ts";
import type { GeneratedRule } from "./write-rule.ts";

/**
 * Rules with a little less in them, the shortest first: a statement left out, or a piece replaced by one inside of it
 * or by the simplest of its type. Some may not compile.
 */
export function smallerRules(rule: GeneratedRule): readonly GeneratedRule[] {
  const { kind, statements, answer, shown } = rule;
  const all: readonly GeneratedRule[] = [
    ...statements.map((_, at) => ({ ...rule, statements: statements.toSpliced(at, 1) })),
    ...statements.flatMap((one, at) =>
      smallerStatements(one, kind).map((smaller) => ({ ...rule, statements: statements.with(at, smaller) })),
    ),
    ...smallerCode(answer, kind).map((smaller) => ({ ...rule, answer: smaller })),
    ...shown.map((_, at) => ({ ...rule, shown: shown.toSpliced(at, 1) })),
    ...shown.flatMap((one, at) => smallerCode(one, kind).map((smaller) => ({ ...rule, shown: shown.with(at, smaller) }))),
  ];
  const byText = new Map(all.map((one) => [sizeOf(one), one]));
  return [...byText]
    .filter(([text]) => text.length < sizeOf(rule).length)
    .toSorted(byLength)
    .map(([, one]) => one);
}

function sizeOf(rule: GeneratedRule): string {
  return ruleText(rule) + messageText(rule);
}

function byLength([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a.length - b.length;
}

function smallerStatements(statement: Statement, kind: RuleKind): readonly Statement[] {
  const smaller = (code: Code): readonly Code[] => smallerCode(code, kind);
  switch (statement.kind) {
    case "const":
      return smaller(statement.value).map((value) => ({ ...statement, value }));
    case "if":
      return [
        ...smaller(statement.condition).map((condition) => ({ ...statement, condition })),
        ...smaller(statement.answer).map((answer) => ({ ...statement, answer })),
      ];
    case "ifUndefined":
      return smaller(statement.answer).map((answer) => ({ ...statement, answer }));
    case "ifDefined":
    case "switch": {
      const [first, second] = statement.answers;
      return [
        ...smaller(statement.subject).map((subject) => ({ ...statement, subject })),
        ...smaller(first).map((one): Statement => ({ ...statement, answers: [one, second] })),
        ...smaller(second).map((one): Statement => ({ ...statement, answers: [first, one] })),
      ];
    }
  }
}

function smallerCode(code: Code, kind: RuleKind): readonly Code[] {
  const [root] = kind.roots;
  const leaves = simplestFor(code.gives, kind).map((text) => leaf(code.gives, text.replaceAll("oldObject", root)));
  const inside = piecesInside(code).filter(({ gives }) => gives === code.gives);
  const within = code.parts.flatMap((part, at) =>
    typeof part === "string" ? [] : smallerCode(part, kind).map((smaller) => ({ ...code, parts: code.parts.with(at, smaller) })),
  );
  const { length } = textOf(code);
  return [...leaves, ...inside, ...within].filter((one) => textOf(one).length < length);
}

function piecesInside({ parts }: Code): readonly Code[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [part, ...piecesInside(part)]));
}

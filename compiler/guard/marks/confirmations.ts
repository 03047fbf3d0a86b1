import type { MarkChange } from "../../api/unprotection.ts";
import { celEnvironment, celValueOfJson } from "../../cel/index.ts";
import { printExpression } from "../../print/print.ts";
import { unlessExhausted } from "../../diagnostics/exhausted.ts";
import { and, chooseBoolean, or, isLiteral } from "../../ir/expressions/boolean.ts";
import { type Expression, call, literal } from "../../ir/expression.ts";
import { identity } from "../../ir/expressions/identity.ts";
import { once, onceHere } from "../../ir/once.ts";
import { children, mapChildren } from "../../ir/expressions/visit.ts";
import { written } from "./describe-marks.ts";
import { type Mark, type MarkFields, isListMark, literalKey, markAt, marksIn } from "./marks.ts";
import { isAboutRequest } from "./terms.ts";

/**
 * What lets a delete through by being there: `annotations["allow-delete"]` of `annotations["allow-delete"] !== "true"`.
 */
export interface Confirmations {
  readonly marks: readonly Mark[];
  /** The condition of an object that carries none of them. */
  readonly without: Expression;
  /** The condition of an object for which all of them have been given: what protects it whatever is confirmed. */
  readonly given: Expression;
  /** An object is at least as protected without them, whatever is in the rest of it. */
  readonly isPlain: boolean;
}

/**
 * Marks of which a test shows that the object is protected where they are absent. To put one on is what the rule asks
 * for, so that the guard lets it through (docs/adr/0036): it denies an update only if the object would not be protected
 * without them either. Undefined where there are none. Marks that the policy names in `marks` are none, nor is one that
 * another test reads otherwise.
 */
export function confirmationsIn(condition: Expression, fields: MarkFields = []): Confirmations | undefined {
  const marks = marksIn(condition, "oldObject", fields);
  const wholes = new Set(marks.filter(({ key }) => key === undefined).map(({ map }) => map));
  const groupOf = (mark: Mark): string => (wholes.has(mark.map) ? mark.map : identity(mark.read));
  const isNamed = ({ map }: Mark): boolean =>
    map === "fields" || fields.some(([root, name]) => root === "metadata" && name === map);
  const others = new Set(marks.filter(isNamed).map(groupOf));
  const tests = testsIn(condition, fields);
  for (const { node, isWanted, marks: read } of tests) {
    const groups = new Set(read.map(groupOf));
    if (groups.size > 1 || !isConfirmed(node, isWanted)) for (const group of groups) others.add(group);
  }
  const found = marks.filter((mark) => !others.has(groupOf(mark)));
  if (found.length === 0) return undefined;
  const given = new Map(
    tests.filter(({ marks: [first] }) => first && !others.has(groupOf(first))).map((test) => [test.node, test]),
  );
  const plain = [...given.values()].every(({ node }) => !readsIdentity(node));
  const without = withAnswers(condition, given, (node, { isWanted }) =>
    readsIdentity(node) ? absent(node) : literal(isWanted === true, node.span),
  );
  const whenGiven = withAnswers(condition, given, (node, { isWanted }) => literal(isWanted !== true, node.span));
  return { marks: found, without, given: whenGiven, isPlain: plain };
}

/** A part of the condition that is no `&&`, `||`, `!` or `? :`, and reads marks. */
interface Test {
  readonly node: Expression;
  /** Whether the object is protected because it holds, or because it does not; undefined: that depends. */
  readonly isWanted: boolean | undefined;
  readonly marks: readonly Mark[];
}

/** What is shared is looked at once: branches that go on would otherwise double it each time. */
function testsIn(condition: Expression, fields: MarkFields): readonly Test[] {
  const found: Test[] = [];
  const seen = new Map<Expression, Set<boolean | undefined>>();
  const visit = (node: Expression, isWanted: boolean | undefined): void => {
    const wanted = seen.get(node) ?? new Set();
    if (wanted.has(isWanted)) return;
    seen.set(node, wanted.add(isWanted));
    const marks = marksIn(node, "oldObject", fields);
    if (marks.length === 0) return;
    const parts = partsOf(node, isWanted);
    if (parts === undefined) found.push({ node, isWanted, marks });
    else for (const [part, wantedOfPart] of parts) visit(part, wantedOfPart);
  };
  visit(condition, true);
  return found;
}

type Part = readonly [node: Expression, isWanted: boolean | undefined];

/** Undefined of a test. */
function partsOf(node: Expression, isWanted: boolean | undefined): readonly Part[] | undefined {
  switch (node.kind) {
    case "local":
      return [[node.definition, isWanted]];
    case "sequence":
      return [[node.then, isWanted]];
    case "not":
      return [[node.operand, isWanted === undefined ? undefined : !isWanted]];
    case "binary":
      if (node.operator !== "&&" && node.operator !== "||") return undefined;
      return [
        [node.left, isWanted],
        [node.right, isWanted],
      ];
    case "conditional":
      return [
        [node.condition, wantedOf(node, isWanted)],
        [node.whenTrue, isWanted],
        [node.whenFalse, isWanted],
      ];
    default:
      return undefined;
  }
}

type Conditional = Extract<Expression, { readonly kind: "conditional" }>;

/** `c ? a : false` is `c && a`, `c ? false : b` is `!c && b`; of others either may be wanted. */
function wantedOf({ whenTrue, whenFalse }: Conditional, isWanted: boolean | undefined): boolean | undefined {
  if (isWanted === undefined) return undefined;
  if (isLiteral(whenFalse, false) || isLiteral(whenTrue, true)) return isWanted;
  return isLiteral(whenTrue, false) || isLiteral(whenFalse, true) ? !isWanted : undefined;
}

/**
 * What the tests of the condition say that read this label or annotation and no other mark: whether an object is
 * protected on which it is as the change leaves it. Nothing of tests that need more than that.
 */
export function answersAfter(condition: Expression, { field, key, value }: MarkChange, fields: MarkFields): readonly boolean[] {
  const isMeant = (mark: Mark): boolean => mark.map === field && literalKey(mark.key) === key;
  const marked = value === undefined ? {} : { [field]: { [key]: value } };
  const object = { ...bareObject, metadata: { ...bareObject.metadata, ...marked } };
  return testsIn(condition, fields).flatMap(({ node, isWanted, marks }) => {
    if (isWanted === undefined || !marks.every(isMeant) || isAboutRequest(node) || !readsMarksAlone(node)) return [];
    const answer = answerFor(object, node);
    return typeof answer === "boolean" ? [answer === isWanted] : [];
  });
}

/** Without its marks the test says that the object is protected. It reads nothing else but who the object is. */
function isConfirmed(node: Expression, isWanted: boolean | undefined): boolean {
  if (isWanted === undefined || isAboutRequest(node) || !readsMarksAlone(node)) return false;
  return unlessExhausted(
    () => answerFor(bareObject, node) === isWanted,
    () => false,
  );
}

const bareObject = {
  apiVersion: "example.com/v1",
  kind: "Example",
  metadata: { name: "example", namespace: "default", uid: "3f0e7b1c-0000-4000-8000-000000000001" },
};

const environment = celEnvironment({ kube: "1.37", names: { oldObject: "dyn" } });

/**
 * Parts of a test that is evaluated here. With more it is beyond the 100,000 characters of cel-go's parser, or nearly
 * so.
 */
const maxParts = 25_000;

/** Parts of its text, in which what is shared stands as often as it is read: nested variables double it each time. */
const writtenParts: (node: Expression) => number = once((node) =>
  children(node).reduce((sum, part) => sum + writtenParts(part), node.kind === "local" ? 0 : 1),
);

/** Undefined where it fails, or where nothing can be said. */
function answerFor(oldObject: object, node: Expression): unknown {
  if (writtenParts(node) > maxParts) return undefined;
  try {
    return environment.compile(printExpression(written(node))).evaluate(new Map([["oldObject", celValueOfJson(oldObject)]]));
  } catch {
    return undefined;
  }
}

const ofIdentity: ReadonlySet<string> = new Set(["name", "namespace", "uid"]);

const readsMarksAlone: (node: Expression) => boolean = once((node) => {
  if (markAt(node, "oldObject") !== undefined) return node.kind !== "index" || readsMarksAlone(node.index);
  if (isIdentity(node)) return true;
  return isRoot(node) ? false : children(node).every(readsMarksAlone);
});

const readsIdentity: (node: Expression) => boolean = once(
  (node) => isIdentity(node) || (markAt(node, "oldObject") === undefined && children(node).some(readsIdentity)),
);

function isIdentity(node: Expression): boolean {
  if (node.kind !== "select" || !ofIdentity.has(node.field)) return false;
  const { operand } = node;
  return operand.kind === "select" && operand.field === "metadata" && isRoot(operand.operand);
}

const isRoot = (node: Expression): boolean =>
  node.kind === "identifier" && ["object", "oldObject", "namespaceObject", "params"].includes(node.name);

/** The condition with what `answer` makes of its tests. */
function withAnswers(
  condition: Expression,
  tests: ReadonlyMap<Expression, Test>,
  answer: (node: Expression, test: Test) => Expression,
): Expression {
  const inside: (node: Expression) => Expression = onceHere((node) => {
    const test = tests.get(node);
    return test === undefined ? withParts(node, inside) : answer(node, test);
  });
  return inside(condition);
}

function withParts(node: Expression, inside: (part: Expression) => Expression): Expression {
  switch (node.kind) {
    case "local": {
      const definition = inside(node.definition);
      return identity(definition) === identity(node.definition) ? node : definition;
    }
    case "sequence":
      return { ...node, then: inside(node.then) };
    case "not":
      return chooseBoolean(inside(node.operand), [literal(false, node.span), literal(true, node.span)], node.span);
    case "binary":
      if (node.operator === "&&") return and(inside(node.left), inside(node.right), node.span);
      if (node.operator === "||") return or(inside(node.left), inside(node.right), node.span);
      return node;
    case "conditional":
      return chooseBoolean(inside(node.condition), [inside(node.whenTrue), inside(node.whenFalse)], node.span);
    default:
      return node;
  }
}

/** The test of an object without the marks that it reads. */
const absent: (node: Expression) => Expression = once((node) => {
  if (node.kind === "local") return absent(node.definition);
  if (node.kind === "call" && node.receiver !== undefined && isRead(node.receiver)) {
    const [argument] = node.arguments;
    if (node.function === "hasValue") return literal(false, node.span);
    if ((node.function === "orValue" || node.function === "or") && argument !== undefined) return absent(argument);
  }
  return isRead(node) ? call("optional.none", [], node.span) : mapChildren(node, absent);
});

function isRead(node: Expression): boolean {
  const mark = markAt(node.kind === "local" ? node.definition : node, "oldObject");
  return mark !== undefined && (mark.key !== undefined || isListMark(mark.map) || node.kind === "select");
}

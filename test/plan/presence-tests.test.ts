import { describe, expect, test } from "vitest";
import { CelError, celEnvironment, celValueOfJson } from "../../compiler/cel/index.ts";
import type { Span } from "../../compiler/diagnostics/span.ts";
import {
  type Expression,
  binary,
  call,
  comprehension,
  conditional,
  identifier,
  listLiteral,
  literal,
  method,
  not,
  optionalSelect,
  select,
} from "../../compiler/ir/expression.ts";
import { and, or } from "../../compiler/ir/expressions/boolean.ts";
import { simplified } from "../../compiler/ir/expressions/equivalents.ts";
import { printExpression } from "../../compiler/print/print.ts";

const span: Span = { file: "a.ts", start: 0, end: 1 };
const metadata = select(identifier("oldObject", span), "metadata", span);
const [owners, note, uid] = [
  optionalSelect(metadata, "owners", span),
  optionalSelect(metadata, "note", span),
  select(metadata, "uid", span),
];
const ownersOrNone = method(owners, "orValue", [listLiteral([], span)], span);
const noteOrEmpty = method(note, "orValue", [literal("", span)], span);
const [hasOwners, hasNote] = [owners, note].map((field) => method(field, "hasValue", [], span)) as [Expression, Expression];
const isA = binary(identifier("x", span), "==", literal("a", span), span);
const each = (by: "exists" | "all"): Expression =>
  comprehension({ method: by, range: ownersOrNone, variable: "x", body: isA, bound: undefined, entries: 10, span });
const few = binary(call("size", [ownersOrNone], span), "<=", literal(3, span), span);
const isUid = binary(noteOrEmpty, "==", uid, span);
const isOtherNote = binary(noteOrEmpty, "!=", uid, span);
const isListed = binary(noteOrEmpty, "in", listLiteral([literal("a", span), literal("u", span)], span), span);
const isAnOwner = binary(literal("a", span), "in", ownersOrNone, span);
const mapped = comprehension({
  method: "map",
  range: ownersOrNone,
  variable: "x",
  body: isA,
  bound: undefined,
  entries: 10,
  span,
});
const isEmpty = binary(call("size", [ownersOrNone], span), "==", literal(0, span), span);

const rows: readonly (readonly [Expression, string])[] = [
  [and(hasOwners, each("exists")), "oldObject.metadata.?owners.orValue([]).exists(x, x == 'a')"],
  [or(not(hasOwners, span), each("all")), "oldObject.metadata.?owners.orValue([]).all(x, x == 'a')"],
  [
    and(and(hasOwners, few), each("exists")),
    "size(oldObject.metadata.?owners.orValue([])) <= 3 && oldObject.metadata.?owners.orValue([]).exists(x, x == 'a')",
  ],
  [
    or(not(hasOwners, span), and(few, each("all"))),
    "size(oldObject.metadata.?owners.orValue([])) <= 3 && oldObject.metadata.?owners.orValue([]).all(x, x == 'a')",
  ],
  [and(hasNote, isUid), "oldObject.metadata.?note == optional.of(oldObject.metadata.uid)"],
  [and(hasNote, isListed), "oldObject.metadata.?note.orValue('') in ['a', 'u']"],
  [or(not(hasNote, span), not(isListed, span)), "!(oldObject.metadata.?note.orValue('') in ['a', 'u'])"],
  [and(hasOwners, isAnOwner), "'a' in oldObject.metadata.?owners.orValue([])"],
  [
    binary(call("size", [conditional(hasOwners, [mapped, listLiteral([], span)], span)], span), "<=", literal(1, span), span),
    "size(oldObject.metadata.?owners.orValue([]).map(x, x == 'a')) <= 1",
  ],
  [or(not(hasNote, span), isOtherNote), "oldObject.metadata.?note != optional.of(oldObject.metadata.uid)"],
  [
    and(and(hasNote, isUid), and(hasOwners, each("exists"))),
    "oldObject.metadata.?note == optional.of(oldObject.metadata.uid) && oldObject.metadata.?owners.orValue([]).exists(x, x == 'a')",
  ],
];

const kept: readonly (readonly [why: string, Expression])[] = [
  ["`all` holds of nothing", and(hasOwners, each("all"))],
  ["`exists` holds of nothing", or(not(hasOwners, span), each("exists"))],
  ["nothing has no entries", and(hasOwners, isEmpty)],
  ["it is about another field", and(hasNote, each("exists"))],
  ["it stands behind", and(each("exists"), hasOwners)],
  ["it is another field that is compared", and(hasOwners, isUid)],
  ["the other may be absent, too", and(hasNote, binary(noteOrEmpty, "==", method(owners, "orValue", [uid], span), span))],
  ["it is asked whether it is empty", and(hasNote, binary(noteOrEmpty, "==", literal("", span), span))],
  ["another text than this has to be there", and(hasNote, isOtherNote)],
  [
    "one of the texts stands for nothing",
    and(hasNote, binary(noteOrEmpty, "in", listLiteral([literal("a", span), literal("", span)], span), span)),
  ],
  ["what is looked for may be an error", and(hasOwners, binary(select(metadata, "note", span), "in", ownersOrNone, span))],
  [
    "another list stands in for nothing",
    binary(
      call("size", [conditional(hasOwners, [mapped, listLiteral([literal(true, span)], span)], span)], span),
      "==",
      literal(1, span),
      span,
    ),
  ],
  ["nothing and this are meant", or(not(hasNote, span), isUid)],
  ["what is stored may be a list or map", and(hasNote, { ...isUid, ofAnyType: true })],
];

/** What may be stored where the rule reads. */
const fields = [{}, null, "", "u", 1, [], ["a"], ["b", "a"], ["b"], ["b", "b", "b", "a"], { a: "b" }];
const objects = fields.flatMap((first) =>
  fields.map((second) => ({
    metadata: { uid: "u", ...(isNothing(first) ? {} : { owners: first }), ...(isNothing(second) ? {} : { note: second }) },
  })),
);

function isNothing(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

const { compile } = celEnvironment({ kube: "1.30", names: { oldObject: "dyn" } });

function answers(node: Expression): readonly string[] {
  const program = compile(printExpression(node));
  return objects.map((oldObject) => {
    const { result } = program.measure(new Map([["oldObject", celValueOfJson(oldObject)]]));
    return result instanceof CelError ? "error" : String(result);
  });
}

describe("a test for presence that what follows makes anyway", () => {
  test.each(rows.map(([node, text]) => [printExpression(node), text, node] as const))("%s is %s", (_, text, node) => {
    const now = simplified(node);
    expect(printExpression(now).replaceAll(/\s+/g, " ")).toBe(text);
    expect(answers(now)).toEqual(answers(node));
    expect(new Set(answers(node))).toContain("true");
    expect(new Set(answers(node))).toContain("false");
  });

  test.each(kept)("stays where %s", (_, node) => {
    expect(printExpression(simplified(node))).toBe(printExpression(node));
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { printExpression } from "../../compiler/print/print.ts";
import type { BinaryOperator, Expression } from "../../compiler/ir/expression.ts";
import { parse } from "../../compiler/cel/syntax/parse.ts";
import { runsOf } from "../searches/search-of.ts";
import { e } from "./expressions.ts";
import { shapeOfExpression, shapeOfRead } from "./structure.ts";

const runs = runsOf("cel-printing");
const field = fc.oneof(
  fc.constantFrom("a", "b", "namespace", "in", "odd-key", "x.io/y", "true", "_x"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
);
const text = fc.string({ unit: "binary", maxLength: 8 }).filter((value) => value.isWellFormed());
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
);
const literal = fc.oneof(text, number, fc.boolean(), fc.constant(null)).map(e.literal);
const operators: readonly BinaryOperator[] = ["&&", "||", "==", "!=", "<", "<=", ">", ">=", "in", "+"];

const expression = fc.letrec<{ node: Expression }>((tie) => {
  const node = tie("node");
  return {
    node: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.oneof(literal, fc.constantFrom("oldObject", "request", "x").map(e.id), fc.constantFrom("a", "spec").map(e.variable)),
      fc.tuple(node, fc.constantFrom(...operators), node).map((parts) => e.binary(...parts)),
      fc.tuple(node, node, node).map((parts) => e.choice(...parts)),
      node.map(e.not),
      fc.tuple(node, field).map((parts) => e.select(...parts)),
      fc.tuple(node, field).map((parts) => e.optionalSelect(...parts)),
      fc.tuple(node, node).map((parts) => e.index(...parts)),
      fc.tuple(node, node).map((parts) => e.optionalIndex(...parts)),
      fc.tuple(node, fc.constantFrom("startsWith", "orValue", "or", "contains"), node).map((parts) => e.method(...parts)),
      fc.tuple(fc.constantFrom("size", "string", "double", "type"), node).map((parts) => e.call(...parts)),
      fc.array(node, { maxLength: 3 }).map((elements) => e.list(...elements)),
      fc.array(fc.tuple(text.map(e.literal), node), { maxLength: 3 }).map((entries) => e.map(...entries)),
      fc
        .tuple(node, fc.constantFrom("exists", "all", "filter", "map"), fc.constantFrom("x", "key"), node)
        .map(([range, method, variable, body]) => e.iterate(range, method, variable, body)),
    ),
  };
}).node;

test(`what is printed reads back as what it was (seed ${runs.seed})`, () => {
  fc.assert(
    fc.property(expression, (node) => {
      const cel = printExpression(node);
      expect(shapeOfRead(parse(cel, 30)), cel).toEqual(shapeOfExpression(node));
    }),
    runs,
  );
});

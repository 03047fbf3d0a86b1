import { describe, expect, test } from "vitest";
import { printExpression } from "../../compiler/print/print.ts";
import type { Expression } from "../../compiler/ir/expression.ts";
import { e } from "./expressions.ts";

const [a, b, c, d] = ["a", "b", "c", "d"].map(e.id) as [Expression, Expression, Expression, Expression];
const text = e.literal;

type Row = readonly [what: string, node: Expression, cel: string];

describe("parentheses only where they are needed", () => {
  const rows: readonly Row[] = [
    ["&& inside ||", e.binary(e.binary(a, "&&", b), "||", c), "a && b || c"],
    ["|| inside &&", e.binary(e.binary(a, "||", b), "&&", c), "(a || b) && c"],
    ["&& on the right of &&", e.binary(a, "&&", e.binary(b, "&&", c)), "a && b && c"],
    ["|| on the right of &&", e.binary(a, "&&", e.binary(b, "||", c)), "a && (b || c)"],
    ["a relation inside a relation", e.binary(e.binary(a, "==", b), "==", c), "(a == b) == c"],
    ["a relation on the right of a relation", e.binary(a, "!=", e.binary(b, "<", c)), "a != (b < c)"],
    ["+ inside a relation", e.binary(e.binary(a, "+", b), "==", c), "a + b == c"],
    ["+ on the right of + (doubles round)", e.binary(a, "+", e.binary(b, "+", c)), "a + (b + c)"],
    ["+ on the right of + of texts", e.binary(a, "+", e.binary(b, "+", text("c"))), "a + b + 'c'"],
    ["- on the right of -", e.binary(a, "-", e.binary(b, "-", c)), "a - (b - c)"],
    ["* and +", e.binary(e.binary(a, "+", b), "*", c), "(a + b) * c"],
    ["in", e.not(e.binary(a, "in", e.list(b, c))), "!(a in [b, c])"],
    ["! of a selection", e.not(e.select(a, "b")), "!a.b"],
    ["! of !", e.not(e.not(a)), "!!a"],
    ["! of &&", e.not(e.binary(a, "&&", b)), "!(a && b)"],
    ["a choice as an operand", e.binary(e.choice(a, b, c), "==", d), "(a ? b : c) == d"],
    ["a choice as a condition", e.choice(e.choice(a, b, c), b, c), "(a ? b : c) ? b : c"],
    ["a choice where the condition holds", e.choice(a, e.choice(b, c, d), d), "a ? (b ? c : d) : d"],
    ["a choice where it does not", e.choice(a, b, e.choice(b, c, d)), "a ? b : b ? c : d"],
    ["a choice as a receiver", e.method(e.choice(a, b, c), "size"), "(a ? b : c).size()"],
    ["a choice as an argument", e.call("size", e.choice(a, b, c)), "size(a ? b : c)"],
    ["+ as a receiver", e.method(e.binary(a, "+", b), "startsWith", c), "(a + b).startsWith(c)"],
    ["a body of an iteration", e.iterate(a, "exists", "x", e.binary(e.id("x"), "||", b)), "a.exists(x, x || b)"],
    ["an iteration over a choice", e.iterate(e.choice(a, b, c), "all", "x", d), "(a ? b : c).all(x, d)"],
  ];
  test.each(rows)("%s", (_, node, cel) => expect(printExpression(node)).toBe(cel));
});

describe("names and keys", () => {
  const rows: readonly Row[] = [
    ["a field", e.select(a, "b"), "a.b"],
    ["a field that is no identifier", e.select(a, "odd-key"), "a['odd-key']"],
    ["a field with a slash and dots", e.optionalSelect(a, "x.io/y"), "a[?'x.io/y']"],
    ["a keyword", e.optionalSelect(a, "in"), "a[?'in']"],
    ["a reserved word", e.select(a, "namespace"), "a.namespace"],
    ["a number first", e.select(a, "1x"), "a['1x']"],
    ["an optional field", e.optionalSelect(e.optionalSelect(a, "b"), "c"), "a.?b.?c"],
    ["keys", e.optionalIndex(e.index(a, b), text("k")), "a[b][?'k']"],
    ["a variable", e.select(e.variable("spec"), "x"), "variables.spec.x"],
    ["a map", e.map([text("a"), text(1)], [text("b"), text(2)]), "{'a': 1, 'b': 2}"],
    ["nothing", e.list(e.map(), e.list()), "[{}, []]"],
  ];
  test.each(rows)("%s", (_, node, cel) => expect(printExpression(node)).toBe(cel));
});

describe("literals", () => {
  const rows: readonly Row[] = [
    ["quotes and backslashes", text(`it's "x" \\`), `'it\\'s "x" \\\\'`],
    ["breaks and tabs", text("a\nb\rc\td"), "'a\\nb\\rc\\td'"],
    ["control characters", text("\u0000\u007f\u0085"), "'\\u0000\\u007f\\u0085'"],
    ["what turns the direction of text", text("\u202e\u2066"), "'\\u202e\\u2066'"],
    ["what no one sees", text("\u200b\ufeff\u2028\u{e0001}"), "'\\u200b\\ufeff\\u2028\\U000e0001'"],
    ["letters of every alphabet", text("ñ日本🦀"), "'ñ日本🦀'"],
    ["nothing", text(""), "''"],
    ["an int", text(3), "3"],
    ["a negative int", text(-3), "-3"],
    ["minus zero", text(-0), "0"],
    ["a double", text(0.1), "0.1"],
    ["the largest safe int", text(Number.MAX_SAFE_INTEGER), "9007199254740991"],
    ["a double beyond", text(2 ** 53), "9007199254740992.0"],
    ["exponents", text(1e21), "1e+21"],
    ["small exponents", text(5e-7), "5e-7"],
    ["others", e.list(text(true), text(null)), "[true, null]"],
  ];
  test.each(rows)("%s", (_, node, cel) => expect(printExpression(node)).toBe(cel));
});

describe("lines of at most 110 characters", () => {
  const long = (name: string): Expression => e.id(name.repeat(45));
  const [la, lb, lc] = [long("a"), long("b"), long("c")];
  const word = (letter: string): string => letter.repeat(45);
  const rows: readonly Row[] = [
    ["one operand a line", e.binary(e.binary(la, "&&", lb), "&&", lc), `${word("a")} &&\n${word("b")} &&\n${word("c")}`],
    ["branches below the condition", e.choice(la, lb, lc), `${word("a")}\n? ${word("b")}\n: ${word("c")}`],
    ["text fills lines", e.binary(e.binary(la, "+", lb), "+", lc), `${word("a")} + ${word("b")} +\n${word("c")}`],
    [
      "the body of an iteration",
      e.iterate(la, "all", "x", e.binary(lb, "||", lc)),
      `${word("a")}.all(x,\n  ${word("b")} || ${word("c")}\n)`,
    ],
    [
      "one iteration of several",
      e.iterate(e.iterate(la, "map", "x", lb), "filter", "y", lc),
      `${word("a")}\n  .map(x, ${word("b")})\n  .filter(y, ${word("c")})`,
    ],
    [
      "what is chosen before it is iterated over",
      e.method(e.iterate(e.choice(la, lb, lc), "map", "x", a), "sum"),
      `(\n  ${word("a")}\n  ? ${word("b")}\n  : ${word("c")}\n).map(x, a).sum()`,
    ],
    [
      "what a function is called with",
      e.call("f", e.binary(la, "+", lb), lc),
      `f(\n  ${word("a")} + ${word("b")},\n  ${word("c")}\n)`,
    ],
    [
      "what is compared",
      e.binary(e.choice(la, lb, lc), "==", a),
      `(\n  ${word("a")}\n  ? ${word("b")}\n  : ${word("c")}\n) == a`,
    ],
    ["elements", e.list(la, lb, lc), `[\n  ${word("a")},\n  ${word("b")},\n  ${word("c")}\n]`],
    ["alternatives", e.method(e.method(la, "or", lb), "or", lc), `${word("a")}\n  .or(${word("b")})\n  .or(${word("c")})`],
    [
      "parentheses around lines",
      e.binary(a, "&&", e.binary(e.binary(la, "||", lb), "||", lc)),
      `a &&\n(\n  ${word("a")} ||\n  ${word("b")} ||\n  ${word("c")}\n)`,
    ],
  ];
  test.each(rows)("%s", (_, node, cel) => expect(printExpression(node)).toBe(cel));
});

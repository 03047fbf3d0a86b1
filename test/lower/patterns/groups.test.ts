import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CelValue, celEnvironment } from "../../../compiler/cel/index.ts";
import { type Expression, conditional, identifier, listLiteral } from "../../../compiler/ir/expression.ts";
import { mapChildren } from "../../../compiler/ir/expressions/visit.ts";
import { translate } from "../../../compiler/lower/patterns/translate.ts";
import { matchIn } from "../../../compiler/lower/text/matched.ts";
import { printExpression } from "../../../compiler/print/print.ts";
import { searchOf } from "../../searches/search-of.ts";
import { sample } from "./asked-patterns.ts";

const { seed, size } = searchOf("patterns");
const { compile } = celEnvironment({ kube: "1.30", names: { t: "string" } });
const span = { file: "", start: 0, end: 0 };

/** The match and its groups, empty where there are none, as a list in CEL, empty where there is none; undefined where a group has no known place. */
function matchInCel(pattern: string, flags: string): string | undefined {
  const translated = translate(pattern, flags);
  const found = "why" in translated ? "halves" : translated.found;
  const match = typeof found === "string" ? undefined : matchIn(identifier("t", span), "t", found);
  if (match === undefined) return undefined;
  return printExpression(
    inPlace(
      conditional(
        match.isFound,
        [
          listLiteral(
            match.parts.map(({ text }) => text),
            span,
          ),
          listLiteral([], span),
        ],
        span,
      ),
    ),
  );
}

const inPlace = (node: Expression): Expression => (node.kind === "local" ? inPlace(node.definition) : mapChildren(node, inPlace));

function foundBy(cel: string, texts: readonly string[]): readonly CelValue[] {
  const program = compile(cel);
  return texts.map((text) => program.evaluate(new Map([["t", text]])));
}

const foundInTypeScript = (pattern: string, flags: string, texts: readonly string[]): readonly (readonly string[])[] =>
  texts.map((text) => Array.from(text.match(new RegExp(pattern, flags)) ?? [], (part: string | undefined) => part ?? ""));

describe("groups of a match", () => {
  test.each([
    ["^([^/]+)/(.+)$", ["a/b/c", "a/", "/a", "a"]],
    [":v?(\\d+)\\.(\\d+)", ["app:v12.3.4", "a:1.2", "a:v.1", ":1"]],
    ["^team-(.+)-db$", ["team-a-db", "team--db", "team--db-db"]],
    ["(\\d{1,3})\\.(\\d{1,3})", ["1234.5678", "1.2", "12345"]],
    ["^(a|bc)xy", ["axy", "bcxy", "abcxy"]],
    ["((\\w+)-(\\d+))", ["ab-12", "-12", "a-b-12"]],
    ["()a", ["a", "b"]],
    ["^([\\d.]+)(Mi|Gi|Ti)?$", ["12Mi", "12Mib", "1.2.3", "", "Gi", "1.5Gi", "3", "3M", "12MiGi", "Mi12"]],
    ["^([\\d.]+)(Mi|Gi|Ti)?", ["12Mi", "12Mib", "1.2.3", "3M", "12MiGi"]],
    ["^(-)?(\\d+)(K|Mi)?(/s)?$", ["-1K/s", "1Mi", "1/s", "-", "-12", "1Kx", "1K/"]],
    ["^(\\d+)(-[a-z]+)?(\\.\\d+)?$", ["1-a.2", "1.2", "1-a", "1-.2", "1"]],
    ["(v)?(\\d+)", ["v1", "xv1", "vv12", "v"]],
    ["^(K|KiB)?$", ["K", "KiB", "", "Ki"]],
    ["(a)?", ["a", "ba", ""]],
    ["^(\\d+)(?:K|Mi)(x*)$", ["1K", "1Mixx", "1M"]],
    ["^([a-z]+)(1)??$", ["a1", "a", "a11"]],
  ])("%s", (pattern, texts) => {
    const cel = matchInCel(pattern, "u");
    if (cel === undefined) throw new Error("a group has no place");
    expect(foundBy(cel, texts), cel).toEqual(foundInTypeScript(pattern, "u", texts));
  });

  test.each([
    "(a)|b",
    "^(K|Ki)?(B*)$",
    "^([a-z]+)(b)?$",
    "^(a)?(ab)?c*$",
    "^(a(b)?)?$",
    "(a){0,2}",
    "^(a)*$",
    "^(?:-(a))?$",
    "^(.*?)=(.*)$",
    "(a+)(a)",
    "(?:|a)?",
    "(?:(a)b)*",
    "([a-z]*)(b)",
    "(\\w+)\\b-+",
  ])("%s has no known place", (pattern) => {
    expect(matchInCel(pattern, "u")).toBe(undefined);
  });

  test(`of patterns that somebody could write (seed ${seed})`, () => {
    let withGroups = 0;
    fc.assert(
      fc.property(sample, ({ pattern, flags, texts }) => {
        const cel = matchInCel(pattern, flags);
        if (cel === undefined) return;
        if (pattern.includes("(")) withGroups += 1;
        expect(foundBy(cel, texts), cel).toEqual(foundInTypeScript(pattern, flags, texts));
      }),
      { numRuns: size, seed },
    );
    expect(withGroups).toBeGreaterThan(size / 75);
  });
});

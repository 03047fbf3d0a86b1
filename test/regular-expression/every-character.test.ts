import { expect, test } from "vitest";
import { RegularExpression } from "../../compiler/cel-engine/values/regular-expression.ts";
import { quotePattern } from "../../compiler/cel/quote.ts";
import { translate } from "../../compiler/regular-expression/index.ts";
import { describeWithOracle } from "../oracle/oracle-suite.ts";
import { deleteRequest } from "../oracle/sample-requests.ts";

/** Every character of Unicode in texts of 4,096, whether it means something or not. */
const texts = Array.from({ length: 0x110 }, (_, plane) => plane * 0x1000)
  .filter((first) => first < 0xd000 || first > 0xdfff)
  .concat(0xd000)
  .map((first) => Array.from({ length: 0x1000 }, (_, at) => first + at).filter((one) => one < 0xd800 || one > 0xdfff))
  .map((codePoints) => codePoints.map((one) => String.fromCodePoint(one)).join(""));

/** One character each. Which letters of ASCII match in any case follows from `[a-z]` and `k`: nothing else matches them. */
const sets: readonly RegExp[] = [/./u, /\s/u, /\s/iu, /[^\S\n]/u, /\w/u, /[a-z]/iu, /[^A-Z_]/iu, /k/iu, /[^ks]/iu];

const re2Of = ({ source, flags }: RegExp): string => {
  const translated = translate(source, flags);
  if ("why" in translated) throw new Error(`${source} is refused`);
  return translated.re2;
};

const matching = (pattern: RegExp, text: string): string => text.match(new RegExp(pattern, `${pattern.flags}g`))?.join("") ?? "";

test.each(sets)("%s matches the same characters in re2js", (pattern) => {
  const expression = new RegularExpression(re2Of(pattern));
  for (const text of texts) {
    const found = expression.findAll(text, Infinity).join("");
    if (found !== matching(pattern, text)) expect(found).toBe(matching(pattern, text));
  }
});

describeWithOracle("every character in Go", {}, (oracle) => {
  test.each(sets)("%s matches the same", async (pattern) => {
    const input = deleteRequest(
      { apiVersion: "x.example.com/v1", kind: "Widget", metadata: { name: "a" }, spec: { texts } },
      { group: "x.example.com", version: "v1", resource: "widgets" },
    );
    const expressions = texts.map((_, at) => `oldObject.spec.texts[${at}].findAll(${quotePattern(re2Of(pattern))}).join('')`);
    const { results } = await oracle().evaluate({ expressions, input });
    const found = results.map(({ value, error, compileError }) => value ?? error ?? compileError);
    const wrong = texts.flatMap((text, at) =>
      found[at] === matching(pattern, text) ? [] : [{ first: text[0], found: found[at] }],
    );
    expect(wrong).toEqual([]);
  });
});

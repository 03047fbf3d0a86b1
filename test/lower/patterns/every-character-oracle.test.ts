import { expect, test } from "vitest";
import { quotePattern } from "../../../compiler/print/quote.ts";
import { describeWithOracle } from "../../oracle/oracle-suite.ts";
import { deleteRequest } from "../../oracle/sample-requests.ts";
import { matching, re2Of, sets, texts } from "./all-characters.ts";

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

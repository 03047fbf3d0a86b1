import { describe, expect, test } from "vitest";
import { answerOf } from "./answer-of.ts";
import { engineRows, sections } from "./engine-rows.ts";

describe.each(Object.entries(sections))("%s", (_, { object, rows }) => {
  test.each(rows.map((row) => [row.cel, row] as const))("%s", (_cel, { gives, fails, ...query }) => {
    const expected = fails === undefined ? { value: gives } : { error: fails };
    expect(answerOf({ object, ...query })).toEqual(expected);
  });
});

test("how many rows there are", () => {
  const failing = engineRows.filter(({ fails }) => fails !== undefined).length;
  console.info(`engine: ${engineRows.length} rows, ${failing} of them errors in cel-go's words`);
  expect(engineRows.length).toBeGreaterThan(150);
});

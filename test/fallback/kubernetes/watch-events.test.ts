import fc from "fast-check";
import { expect, test } from "vitest";
import { collect } from "../collect.ts";
import { readLines } from "../../../runtime-fallback/kubernetes/http/watch-events.ts";
import { runsOf } from "../../searches/search-of.ts";

async function* pieces(text: string, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  let start = 0;
  for (const cut of cuts.map((one) => one % (bytes.length + 1)).toSorted((one, other) => one - other)) {
    yield bytes.subarray(start, cut);
    start = cut;
  }
  yield bytes.subarray(start);
}

test("lines are the same wherever the stream is cut, inside of a character, too", async () => {
  const line = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => !text.includes("\n"));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat()), async (lines, cuts) => {
      const text = lines.map((one) => `${one}\n`).join("");
      expect(await collect(readLines(pieces(text, cuts), 1000))).toEqual(lines);
    }),
    runsOf("stream-lines"),
  );
});

test.each([
  ["whole", "12345678\n", []],
  ["in pieces", "12345678\n", [3, 6]],
  ["after another", "1\n12345678\n", [1]],
])("a line that is too long, %s, is an error", async (_, text, cuts) => {
  await expect(collect(readLines(pieces(text, cuts), 7))).rejects.toThrow("a line is longer than 7 bytes");
  expect(await collect(readLines(pieces(text, cuts), 8))).toContain("12345678");
});

test("a stream that ends inside of a line is an error", async () => {
  await expect(collect(readLines(pieces("1\n2", []), 7))).rejects.toThrow("inside of a line");
});

import { expect, test } from "vitest";
import { createRepeatedTexts } from "../../../../runtime-fallback/webhook/memory/repeated-texts.ts";

test("a text that comes again soon has a reference from then on, and one that comes once has none", () => {
  const texts = createRepeatedTexts();
  expect(texts.find("ConfigMap")).toBeUndefined();
  const found = texts.find("ConfigMap");
  expect(found?.text).toBe("ConfigMap");
  expect(texts.textOf(found?.ref ?? "")).toBe("ConfigMap");
  for (let at = 0; at < 10_000; at += 1) expect(texts.find(`once-${at}`)).toBeUndefined();
  expect([texts.find("ConfigMap"), texts.find("ConfigMap")]).toContainEqual(found);
});

test("whoever writes objects fills it with so many texts alone, none of them long", () => {
  const texts = createRepeatedTexts();
  let references = 0;
  for (let at = 0; at < 20_000; at += 1) {
    texts.find(`twice-${at}`);
    if (texts.find(`twice-${at}`) !== undefined) references += 1;
  }
  expect(references).toBe(16_384);
  const long = "x".repeat(129);
  expect([texts.find(long), texts.find(long)]).toEqual([undefined, undefined]);
  const fresh = createRepeatedTexts();
  expect([fresh.find(long), fresh.find(long), fresh.find("short"), fresh.find("short")?.text]).toEqual([
    undefined,
    undefined,
    undefined,
    "short",
  ]);
});

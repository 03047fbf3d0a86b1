import { describe, expect, test } from "vitest";

import { decodeWarnings } from "../../../runtime-fallback/kubernetes/http/http-api-server.ts";

describe("warning header", () => {
  test.each([
    { name: "absent", header: undefined, warnings: [] },
    { name: "one", header: '299 - "old"', warnings: ["old"] },
    { name: "several", header: ['299 - "a"', '299 - "b"'], warnings: ["a", "b"] },
    { name: "several in one", header: '299 - "a, b", 299 - "c"', warnings: ["a, b", "c"] },
    { name: "a header in a text", header: '299 - "299 - \\"a\\""', warnings: ['299 - "a"'] },
    { name: "with date", header: '299 - "a" "Sat, 25 Aug 2012 23:34:45 GMT"', warnings: ["a"] },
    { name: "escapes", header: '299 - "\\"a\\\\"', warnings: ['"a\\'] },
    { name: "empty", header: '299 - ""', warnings: [""] },
    { name: "not a warning", header: "299 -", warnings: [] },
  ])("$name", ({ header, warnings }) => {
    expect(decodeWarnings(header)).toStrictEqual(warnings);
  });
});

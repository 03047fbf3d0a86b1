import { expect, test } from "vitest";
import { isSameMessage } from "../../../compiler/simulator/testing/answer.ts";

const words = "(cannot be shown)";

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ["rule: kept", "rule: kept"],
  ["rule: a\nb is kept", `rule: ${words} is kept`],
  [`rule: ${"a".repeat(129)}`, `rule: ${words}`],
  ["rule: a\u202eb and c\td.", `rule: ${words} and ${words}.`],
  ["rule: 9007199254740992 of 1e+21", `rule: ${words} of ${words}`],
  // The words of show(...), in both.
  [`rule: ${words} and a\nb`, `rule: ${words} and ${words}`],
  // What was at the end has been trimmed.
  ["rule: a", `rule: ${words}`],
  ["rule: kept for", `rule: kept for ${words}`],
])("%j may be %j in CEL", (typescript, cel) => {
  expect(isSameMessage(typescript, cel)).toBe(true);
});

test.each<[string | undefined, string | undefined]>([
  ["rule: kept", undefined],
  [undefined, "rule: kept"],
  ["rule: kept", "rule: lost"],
  ["rule: plain is kept", `rule: ${words} is kept`],
  ["rule: a\nb is kept", `rule: ${words} is lost`],
  ["other: a\nb is kept", `rule: ${words} is kept`],
  ["rule: a\nb is kept", "rule: a\nc is kept"],
])("%j may not be %j in CEL", (typescript, cel) => {
  expect(isSameMessage(typescript, cel)).toBe(false);
});

import { type Failure, noSuchOverload } from "../failures.ts";
import { codePointCount } from "../values/code-points.ts";
import { type CelValue, isList, isMap } from "../values/value.ts";
import { type CelFunction, define } from "./cel-function.ts";
import { matchesPattern } from "./regex.ts";

/** What looks at its values itself, and then names neither the function nor the types. */
function onTexts(check: (text: string, other: string) => boolean): (text: CelValue, other: CelValue) => boolean | Failure {
  return (text, other) => (typeof text === "string" && typeof other === "string" ? check(text, other) : noSuchOverload);
}

/** cel-go: common/stdlib/standard.go. */
export const textFunctions: readonly CelFunction[] = [
  define("size", sizeRows(), { implementation: size, trait: "sizer" }),
  test("contains", (text, part) => text.includes(part)),
  test("endsWith", (text, end) => text.endsWith(end)),
  test("startsWith", (text, start) => text.startsWith(start)),
  define(
    "matches",
    [
      ["matches", "(string, string): bool"],
      ["matches_string", "string.(string): bool"],
    ],
    { implementation: matchesPattern, trait: "matcher" },
  ),
];

function test(name: string, holds: (text: string, other: string) => boolean): CelFunction {
  const id = `${name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)}_string`;
  return define(name, [[id, "string.(string): bool", onTexts(holds)]], { isGuarded: false });
}

function sizeRows(): readonly (readonly [string, string])[] {
  const types = { bytes: "bytes", list: "list(A)", map: "map(A, B)", string: "string" };
  return Object.entries(types).flatMap(([kind, type]) => [
    [`size_${kind}`, `(${type}): int`] as const,
    [`${kind}_size`, `${type}.(): int`] as const,
  ]);
}

/** Text is counted in code points. */
function size(value: CelValue): bigint | Failure {
  if (typeof value === "string") return BigInt(codePointCount(value));
  if (isList(value) || value instanceof Uint8Array) return BigInt(value.length);
  return isMap(value) ? BigInt(value.size) : noSuchOverload;
}

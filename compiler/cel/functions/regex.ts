import { Failure, NotEvaluatedHere, noSuchOverload } from "../failures.ts";
import { type KubernetesCost, patternCost, plainSizeOf, sizeOf } from "../cost/charges.ts";
import { ofPattern } from "../cost/estimates.ts";
import { type RegularExpression, regularExpression } from "../values/regular-expression.ts";
import type { CelValue } from "../values/value.ts";
import { type CelFunction, define } from "./cel-function.ts";

const ofTextAndPattern: KubernetesCost = ([text, pattern]) => patternCost(plainSizeOf(text), plainSizeOf(pattern));

/** cel-go: common/stdlib/standard.go; apiserver: pkg/cel/library/regex.go. */
export const regexFunctions: readonly CelFunction[] = [
  define(
    "matches",
    [
      ["matches", "(string, string): bool"],
      ["matches_string", "string.(string): bool"],
    ],
    {
      implementation: matchesPattern,
      trait: "matcher",
      withPattern: (text, pattern) => pattern.matches(text),
      isLiteral: isPattern,
      charges: { celGo: ([text, pattern]) => patternCost(sizeOf(text), sizeOf(pattern)) },
      emitted: { estimate: ofPattern },
    },
  ),
  define(
    "find",
    [["string_find_string", "string.(string): string", (text: string, pattern: string) => findIn(text, requirePattern(pattern))]],
    { withPattern: findIn, charges: { kubernetes: ofTextAndPattern }, emitted: { estimate: ofPattern, text: "target" } },
  ),
  define(
    "findAll",
    [
      [
        "string_find_all_string",
        "string.(string): list(string)",
        (text: string, pattern: string) => findAllIn(text, requirePattern(pattern), [-1n]),
      ],
      [
        "string_find_all_string_int",
        "string.(string, int): list(string)",
        (text: string, pattern: string, most: bigint) => findAllIn(text, requirePattern(pattern), [most]),
      ],
    ],
    { withPattern: findAllIn, charges: { kubernetes: ofTextAndPattern }, emitted: { estimate: ofPattern, text: "target" } },
  ),
];

/** `text.matches(pattern)` (cel-go: common/types/string.go, Match). */
function matchesPattern(text: string, pattern: CelValue): boolean | Failure {
  if (typeof pattern !== "string") return new Failure("no such overload");
  return requirePattern(pattern).matches(text);
}

function findIn(text: string, pattern: RegularExpression): string {
  return pattern.find(text) ?? "";
}

/** A negative number means all. */
function findAllIn(text: string, pattern: RegularExpression, [most = -1n]: readonly CelValue[]): readonly string[] | Failure {
  if (typeof most !== "bigint") return noSuchOverload;
  return pattern.findAll(text, most < 0n ? Infinity : Number(most));
}

function isPattern(text: string): boolean {
  try {
    regularExpression(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** A pattern that comes from the object and is none is an error in Go's words. */
function requirePattern(pattern: string): RegularExpression {
  try {
    return regularExpression(pattern);
  } catch (error) {
    if (error instanceof SyntaxError) throw new NotEvaluatedHere(`the pattern ${pattern}: ${error.message}`);
    throw error;
  }
}

import { Failure, NotEvaluatedHere } from "../failures.ts";
import { type RegularExpression, regularExpression } from "../values/regular-expression.ts";
import type { CelValue } from "../values/value.ts";
import { define } from "./cel-function.ts";

/** apiserver: pkg/cel/library/regex.go. */
export const regexFunctions = [
  define("find", [
    ["string_find_string", "string.(string): string", (text: string, pattern: string) => findIn(text, requirePattern(pattern))],
  ]),
  define("findAll", [
    [
      "string_find_all_string",
      "string.(string): list(string)",
      (text: string, pattern: string) => findAllIn(text, requirePattern(pattern), -1n),
    ],
    [
      "string_find_all_string_int",
      "string.(string, int): list(string)",
      (text: string, pattern: string, most: bigint) => findAllIn(text, requirePattern(pattern), most),
    ],
  ]),
];

/** `text.matches(pattern)` (cel-go: common/types/string.go, Match). */
export function matchesPattern(text: string, pattern: CelValue): boolean | Failure {
  if (typeof pattern !== "string") return new Failure("no such overload");
  return requirePattern(pattern).matches(text);
}

export function findIn(text: string, expression: RegularExpression): string {
  return expression.find(text) ?? "";
}

/** A negative number means all. */
export function findAllIn(text: string, expression: RegularExpression, most: bigint): readonly string[] {
  return expression.findAll(text, most < 0n ? Infinity : Number(most));
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

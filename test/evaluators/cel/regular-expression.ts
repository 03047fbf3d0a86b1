import { RE2JS } from "re2js";
import { NotEvaluatedHere } from "./failures.ts";

const compiled = new Map<string, RE2JS>();

/** CEL's `matches`: RE2, anywhere in the text. */
export function matchesPattern(text: string, pattern: string): boolean {
  let expression = compiled.get(pattern);
  if (expression === undefined) compiled.set(pattern, (expression = compilePattern(pattern)));
  return expression.matcher(text).find();
}

/** A literal that RE2 refuses does not compile in the API server; a stored one is an error in Go's words. */
export function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    throw new NotEvaluatedHere(`the pattern ${pattern}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

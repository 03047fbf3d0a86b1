import type { Input } from "../../compiler/api/admission-review.ts";
import { evaluate } from "../../compiler/simulator/evaluate/evaluate.ts";
import type { CompiledCase } from "./case-files.ts";

/** What the rule says as plain TypeScript; undefined: it admits. */
export function sayInTypeScript({ policy, ir }: CompiledCase, input: Input): string | undefined {
  return evaluate(policy, input, ir)[0]?.message;
}

import type { PolicyValidation } from "./admission-policy.ts";
import type { CelValue } from "../../cel/index.ts";

/** apiserver: pkg/apis/cel/config.go, MaxEvaluatedMessageExpressionSizeBytes. */
const longestMessage = 5 * 1024;

/**
 * What the client is told of a validation that is false. `expressed` is the value of its messageExpression, undefined
 * where there is none or where it fails; a text of several lines or of more than 5 KiB counts for nothing
 * (apiserver: plugin/policy/validating/validator.go).
 */
export function failureMessage({ expression, message }: PolicyValidation, expressed: CelValue | undefined): string {
  const text = typeof expressed === "string" ? trimSpace(expressed) : "";
  const isUsable = Buffer.byteLength(text) <= longestMessage && !text.includes("\n");
  const alternatives = [isUsable ? text : "", trimSpace(message ?? "")];
  return alternatives.find((alternative) => alternative !== "") ?? `failed expression: ${trimSpace(expression)}`;
}

/** What Go calls space; JavaScript's `trim` takes U+FEFF for one and U+0085 for none. */
const space = "[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const surroundingSpace = new RegExp(`^${space}|${space}$`, "g");

function trimSpace(text: string): string {
  return text.replace(surroundingSpace, "");
}

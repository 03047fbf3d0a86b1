import type { Failure } from "../failures.ts";
import type { CelValue } from "../values/value.ts";
import { formatNumber } from "./format-number.ts";
import { formatValue } from "./format-value.ts";
import { readFormat } from "./read-format.ts";

/** `text.format(list)` (cel-go: ext/formatting.go, parseFormatString). */
export function formatText(template: string, values: readonly CelValue[]): string | Failure {
  return readFormat(template, {
    hasArgument: (index) => index < values.length,
    size: values.length,
    format: ({ verb, precision }, index) => {
      const value = values[index] ?? null;
      return verb === "s" ? formatValue(value) : formatNumber(value, verb, precision);
    },
  });
}

import { printExpression } from "../../../compiler/print/print.ts";
import { identifier, literal, method } from "../../../compiler/ir/expression.ts";
import { translate } from "../../../compiler/lower/patterns/translate.ts";

const span = { file: "", start: 0, end: 0 };

/** `t.matches(...)`, as it would stand in the YAML; nothing where the pattern is rejected. */
export function matchesIn(pattern: string, flags: string): string | undefined {
  const translated = translate(pattern, flags);
  if ("why" in translated) return undefined;
  const text = identifier("t", span);
  const asked = translated.ofSmallLetters ? method(text, "lowerAscii", [], span) : text;
  return printExpression(method(asked, "matches", [literal(translated.re2, span)], span));
}

import type { CompiledOutput } from "../../../compilation.ts";
import type { Diagnostic } from "../../../diagnostics/diagnostic.ts";
import { position } from "../../../diagnostics/format.ts";
import type { Check } from "./finding.ts";

type Diagnosed = Pick<CompiledOutput, "diagnostics" | "warnings" | "sources">;

/** What is wrong with the policies, a check that fails for each. */
export function diagnosticChecks({ diagnostics, warnings, sources }: Diagnosed): readonly Check[] {
  return [...diagnostics, ...warnings].map(({ code, severity, span, message, help }) => {
    const text = sources.get(span.file);
    const place = text === undefined ? undefined : position(text, span.start);
    return {
      suite: span.file,
      name: `${code}${place === undefined ? "" : ` ${place.line}:${place.column}`}`,
      finding: { level: severity, rule: code, message, help, file: span.file, position: place },
    };
  });
}

/** The same for programs. */
export function diagnosticData({ diagnostics, warnings, sources }: Diagnosed): readonly object[] {
  return [...diagnostics, ...warnings].map((one) => dataOf(one, sources.get(one.span.file)));
}

function dataOf({ code, severity, span, message, help }: Diagnostic, text: string | undefined): object {
  const places = text === undefined ? {} : { start: position(text, span.start), end: position(text, span.end) };
  return { code, severity, file: span.file, ...places, message, help };
}

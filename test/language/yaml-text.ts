import { documentsIn } from "../fixtures/yaml-documents.ts";

interface AdmissionPolicy {
  readonly spec: { readonly validations: readonly { readonly expression: string }[] };
}

/** The expression of the rule itself: the last validation of deletes, after those about limits and versions. */
export function expressionOf(yaml: string): string {
  const [policy] = documentsIn(yaml) as readonly AdmissionPolicy[];
  const expressions = policy?.spec.validations.map(({ expression }) => expression) ?? [];
  return withoutOperation(expressions.findLast((expression) => !expression.startsWith("request.operation != 'UPDATE'")) ?? "");
}

/** On one line, and without the operation that it begins with where guards have joined the rule. */
export function withoutOperation(cel: string): string {
  const text = cel.replace(/^request\.operation != '[A-Z]+' \|\|\s/, "").trim();
  return onOneLine(text.startsWith("(\n") && text.endsWith("\n)") ? text.slice(1, -1).trim() : text);
}

/** As it is written where it is short enough. */
export function onOneLine(cel: string): string {
  return cel.replaceAll(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")");
}

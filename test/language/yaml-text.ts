import { documentsIn } from "../fixtures/yaml-documents.ts";

/** The expression of the rule itself: the last validation, after those about limits and versions. */
export function expressionOf(yaml: string): string {
  const [policy] = documentsIn(yaml) as readonly { readonly spec: { validations: readonly { expression: string }[] } }[];
  return onOneLine(policy?.spec.validations.at(-1)?.expression ?? "");
}

/** As it is written where it is short enough. */
export function onOneLine(cel: string): string {
  return cel.replaceAll(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")");
}

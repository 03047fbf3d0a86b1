import { documentsIn } from "../fixtures/yaml-documents.ts";

/** The expression of the rule itself: the last validation, after those about limits and versions. */
export function expressionOf(yaml: string): string {
  const [policy] = documentsIn(yaml) as readonly { readonly spec: { validations: readonly { expression: string }[] } }[];
  return (policy?.spec.validations.at(-1)?.expression ?? "").replaceAll(/\s+/g, " ");
}

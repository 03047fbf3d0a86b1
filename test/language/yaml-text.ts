import { parseAllDocuments } from "yaml";

/** The expression of the rule itself: the last validation, after those about limits and versions. */
export function expressionOf(yaml: string): string {
  const [policy] = parseAllDocuments(yaml).map(
    (document) => document.toJS() as { spec: { validations: readonly { expression: string }[] } },
  );
  return (policy?.spec.validations.at(-1)?.expression ?? "").replaceAll(/\s+/g, " ");
}

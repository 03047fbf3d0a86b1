import { documentsIn } from "../fixtures/yaml-documents.ts";

<<<<<<< HEAD
/** The expression of the rule itself: the last validation, after those about limits and versions. */
export function expressionOf(yaml: string): string {
  const [policy] = documentsIn(yaml) as readonly { readonly spec: { validations: readonly { expression: string }[] } }[];
  return onOneLine(policy?.spec.validations.at(-1)?.expression ?? "");
}

/** As it is written where it is short enough. */
export function onOneLine(cel: string): string {
  return cel.replaceAll(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")");
=======
interface AdmissionPolicy {
  readonly spec: { readonly validations: readonly { readonly expression: string }[] };
}

/** The expression of the rule itself: the last validation of deletes, after those about limits and versions. */
export function expressionOf(yaml: string): string {
  const [policy] = documentsIn(yaml) as readonly AdmissionPolicy[];
  const expressions = policy?.spec.validations.map(({ expression }) => expression) ?? [];
  const ofDeletes = expressions.findLast((expression) => !expression.startsWith("request.operation != 'UPDATE'")) ?? "";
  return ofDeletes.replace("request.operation != 'DELETE' ||", "").trim().replaceAll(/\s+/g, " ");
>>>>>>> 88f29110 (Guards that joined a policy are named by it: report, verify, docs and tests)
}

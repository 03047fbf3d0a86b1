import type { Input } from "../../compiler/evaluate/request.ts";
import { type AdmissionPolicyDocuments, readAdmissionPolicies } from "../evaluators/admission-policy-documents.ts";
import { evaluateDocuments } from "../evaluators/evaluate-admission-policy.ts";

/** What the rule says as the CEL of its YAML, evaluated in this process; undefined: it admits. Of warnings, all. */
export function sayInCel(yaml: string, input: Input): string | undefined {
  const reported = evaluateDocuments(documentsOf(yaml), input).filter(({ isReported }) => isReported);
  return reported.length === 0 ? undefined : reported.map(({ message }) => message).join(" AND ");
}

const documents = new Map<string, AdmissionPolicyDocuments>();

function documentsOf(yaml: string): AdmissionPolicyDocuments {
  const known = documents.get(yaml) ?? readAdmissionPolicies(yaml);
  documents.set(yaml, known);
  return known;
}

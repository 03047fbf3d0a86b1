import type { Input } from "../../compiler/evaluate/request.ts";
import { type AdmissionPolicyDocuments, readAdmissionPolicies } from "../evaluators/admission-policy-documents.ts";
import { evaluateDocuments } from "../evaluators/evaluate-admission-policy.ts";

/** What the rule says as the CEL of its YAML, evaluated in this process; undefined: it admits. Everything said, for a warning. */
export function sayInCel(yaml: string, input: Input): string | undefined {
  const found = evaluateDocuments(documentsOf(yaml), input);
  return found.find(({ isReported }) => isReported)?.message;
}

const documents = new Map<string, AdmissionPolicyDocuments>();

function documentsOf(yaml: string): AdmissionPolicyDocuments {
  const known = documents.get(yaml) ?? readAdmissionPolicies(yaml);
  documents.set(yaml, known);
  return known;
}

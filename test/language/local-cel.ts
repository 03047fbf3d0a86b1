import type { Input } from "../../compiler/api/admission-review.ts";
import type { AdmissionEvaluator } from "../../compiler/simulator/admission/index.ts";
import { formatMinor, defaultMinor } from "../../compiler/ir/kubernetes-version.ts";
import { evaluatorFor } from "../simulator/admission/policy-files.ts";

/** What the rule says as the CEL of its YAML, evaluated in this process; undefined: it admits. Of warnings, all. */
export function sayInCel(yaml: string, input: Input, kube: number = defaultMinor): string | undefined {
  const reported = knownEvaluator(yaml, kube)
    .evaluate(input)
    .findings.filter(({ isReported }) => isReported);
  return reported.length === 0 ? undefined : reported.map(({ message }) => message).join(" AND ");
}

const evaluators = new Map<string, AdmissionEvaluator>();

function knownEvaluator(yaml: string, kube: number): AdmissionEvaluator {
  const known = evaluators.get(yaml) ?? evaluatorFor(formatMinor(kube), yaml);
  evaluators.set(yaml, known);
  return known;
}

import type { Input } from "../../compiler/api/admission-review.ts";
import { formatMinor, defaultMinor } from "../../compiler/ir/kubernetes-version.ts";
import { evaluatorFor } from "../simulator/admission/policy-files.ts";
import { remembered } from "../fixtures/remembered.ts";

/** What the rule says as the CEL of its YAML, evaluated in this process; undefined: it admits. Of warnings, all. */
export function sayInCel(yaml: string, input: Input, kube: number = defaultMinor): string | undefined {
  const reported = evaluatorOf(kube)(yaml)
    .evaluate(input)
    .findings.filter(({ isReported }) => isReported);
  return reported.length === 0 ? undefined : reported.map(({ message }) => message).join(" AND ");
}

const evaluatorOf = remembered((kube: number) => remembered((yaml: string) => evaluatorFor(formatMinor(kube), yaml)));

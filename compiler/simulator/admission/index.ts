/** Admission policies and a request in, what the API server answers out. */
export type { AdmissionAnswer, Denial, AdmissionFinding } from "./admission-answer.ts";
export { AdmissionEvaluator, type AdmissionOptions } from "./admission-evaluator.ts";
export type { AdmissionInput } from "./admission-request.ts";
export type * from "./admission-policy.ts";
export { readAdmissionPolicies } from "./admission-policy-documents.ts";
export { readAskedWebhooks } from "./asked-webhooks.ts";
export type { SentDeleteOptions, SentWriteOptions } from "./admission-options.ts";
export {
  type Circumstances,
  type DeleteCircumstances,
  createOf,
  deleteOf,
  namespaceNamed,
  updateOf,
} from "./admission-request.ts";
export {
  type AuthorizerAnswers,
  CelCompileError,
  CelDecision,
  CelDuration,
  CelError,
  CelFields,
  CelOptional,
  CelTimestamp,
  CelType,
  CelUint,
  type CelValue,
  NotEvaluatedHere,
} from "../../cel/index.ts";
export { asMatched } from "./match-request.ts";
export { type Trace, type TracedExpression, type TracedPart, traceAdmissionPolicy } from "./trace.ts";
export type { JsonMetadata, UntypedObject } from "./json-object.ts";

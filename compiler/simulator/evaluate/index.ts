/**
 * The package `holdfast/evaluate`: runs rules as plain TypeScript, for tests and for the webhook. Does not load the
 * compiler.
 */
export { evaluate } from "./evaluate.ts";
export type { Finding, PolicyProgram, RuleProgram } from "../../api/rules-module.ts";
export type { AdmissionReviewRequest, Input } from "../../api/admission-review.ts";
export { Unanswered, declared } from "./cluster.ts";
export type { ClusterAnswers, ClusterQuery } from "../../api/cluster-query.ts";
export { isMeant } from "../../api/cluster-query.ts";
export { policyProgram } from "./policy-program.ts";
export { ruleProgram } from "./rule-program.ts";
export { NoAuthorizer } from "./authorizer.ts";
export type {
  AuthorizationAnswer,
  AuthorizerRequest,
  AuthorizerAnswers,
  PathRequest,
  ResourceRequest,
  Subject,
} from "../../api/authorizer.ts";

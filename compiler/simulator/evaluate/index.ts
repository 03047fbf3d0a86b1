/** Rules as plain TypeScript: for tests of policies, and for the webhook. Does not load the compiler. */
export { evaluate } from "./evaluate.ts";
export type { Finding } from "./finding.ts";
export type { AdmissionReviewRequest, Input } from "./request.ts";
export { type ClusterAnswers, type ClusterQuery, Unanswered } from "./cluster.ts";
export { isMeant } from "./is-meant.ts";
export { type PolicyProgram, policyProgram } from "./policy-program.ts";
export { type RuleProgram, ruleProgram } from "./rule-program.ts";
export { NoAuthorizer } from "./authorizer.ts";
export type {
  AuthorizationAnswer,
  AuthorizerRequest,
  Authorizer,
  PathRequest,
  ResourceRequest,
  Subject,
} from "../../cel/authorizer.ts";

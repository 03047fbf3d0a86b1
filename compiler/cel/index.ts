/** CEL text in, a program out, which answers, fails or rejects as the API server of a given version does. */
export { type CelEnvironment, type CelOptions, type CelProgram, type Measured, celEnvironment } from "./environment.ts";
export type {
  AuthorizationAnswer,
  AuthorizerRequest,
  AuthorizerAnswers,
  PathRequest,
  ResourceRequest,
  Subject,
} from "../api/authorizer.ts";
export type { Declarations } from "./check/declarations.ts";
export { CelCompileError, CelError, NotEvaluatedHere } from "./failures.ts";
export { CelAuthorizer, CelDecision, CelResourceCheck } from "./kubernetes-types/authorization.ts";
export type { Activation, Observe } from "./plan/frame.ts";
export { CelType } from "./values/cel-type.ts";
export { CelDuration } from "./values/duration.ts";
export { celValueOfJson, celValueOfText } from "./values/json.ts";
export { trimSpace } from "./values/text.ts";
export { CelTimestamp } from "./values/timestamp.ts";
export { CelFields, CelOptional, CelUint, type CelValue } from "./values/value.ts";

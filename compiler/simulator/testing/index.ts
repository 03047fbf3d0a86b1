/**
 * The package `holdfast/testing`: requests for tests of policies, as the API server would build them. Loads neither the
 * compiler nor a test runner.
 */
export { PolicyRequest, create, del, delCollection, update } from "./policy-request.ts";
export type { PermissionScope, UserDescription } from "./policy-request.ts";
export type {
  NamespaceDescription,
  Permission,
  RequestDescription,
  TestedMetadata,
  TestedObject,
} from "./request-description.ts";
export { RequestProblem } from "./request-description.ts";

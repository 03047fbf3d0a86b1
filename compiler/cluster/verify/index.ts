/** Compiled policies and a cluster in, what is in force there out. */
export { AskingClient } from "./asking-client.ts";
export { type VerifyFinding, type State, isProblem, isUnchecked, states } from "./finding.ts";
export { type OtherServers, otherServers } from "./endpoint/other-servers.ts";
export { type Patience, verifyEndpoint } from "./endpoint/verify-endpoint.ts";
export { type WantedPolicy, wantedPolicies } from "./wanted-policy.ts";

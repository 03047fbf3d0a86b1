import type { AuthorizerRequest } from "../../api/authorizer.ts";
import { Failure } from "../failures.ts";
import {
  CelAuthorizer,
  CelDecision,
  CelGroupCheck,
  CelPathCheck,
  CelResourceCheck,
  type ResourceAsked,
} from "../kubernetes-types/authorization.ts";
import { type CelFunction, define, since } from "./cel-function.ts";
import { dns1123Label, dns1123Subdomain } from "../kubernetes-types/label-formats.ts";
import { trimSpace } from "../values/trim-space.ts";

const name = (short: string): string => `kubernetes.authorization.${short}`;
const [authorizer, path, group, resource, decision] = ["Authorizer", "PathCheck", "GroupCheck", "ResourceCheck", "Decision"].map(
  name,
);

/** apiserver: pkg/cel/library/authz.go. */
export const authorizerFunctions: readonly CelFunction[] = [
  define("path", [["authorizer_path", `${authorizer}.(string): ${path}`, pathCheck]]),
  define("group", [
    [
      "authorizer_group",
      `${authorizer}.(string): ${group}`,
      (from: CelAuthorizer, text: string) => new CelGroupCheck(from, text),
    ],
  ]),
  define("serviceAccount", [["authorizer_serviceaccount", `${authorizer}.(string, string): ${authorizer}`, serviceAccount]]),
  define("resource", [["groupcheck_resource", `${group}.(string): ${resource}`, resourceCheck]]),
  part("subresource", "resourcecheck_subresource", (subresource) => ({ subresource })),
  part("namespace", "resourcecheck_namespace", (namespace) => ({ namespace })),
  part("name", "resourcecheck_name", (text) => ({ name: text })),
  ...since(32, [
    part("fieldSelector", "authorizer_fieldselector", (fieldSelector) => ({ fieldSelector })),
    part("labelSelector", "authorizer_labelselector", (labelSelector) => ({ labelSelector })),
  ]),
  define("check", [
    ["pathcheck_check", `${path}.(string): ${decision}`, checkPath],
    ["resourcecheck_check", `${resource}.(string): ${decision}`, checkResource],
  ]),
  define("errored", [["decision_errored", `${decision}.(): bool`, ({ answer }: CelDecision) => answer.error !== undefined]]),
  define("error", [["decision_error", `${decision}.(): string`, ({ answer }: CelDecision) => answer.error ?? ""]]),
  define("allowed", [["decision_allowed", `${decision}.(): bool`, ({ answer }: CelDecision) => answer.allowed]]),
  define("reason", [["decision_reason", `${decision}.(): string`, ({ answer }: CelDecision) => answer.reason ?? ""]]),
];

function part(called: string, id: string, said: (text: string) => Partial<ResourceAsked>): CelFunction {
  return define(called, [
    [id, `${resource}.(string): ${resource}`, (check: CelResourceCheck, text: string) => check.with(said(text))],
  ]);
}

function pathCheck(from: CelAuthorizer, text: string): CelPathCheck | Failure {
  return trimSpace(text) === "" ? new Failure("path must not be empty") : new CelPathCheck(from, text);
}

function serviceAccount({ authorizer: asked }: CelAuthorizer, namespace: string, account: string): CelAuthorizer | Failure {
  if (dns1123Subdomain(account).length > 0) return new Failure("Invalid service account name");
  if (dns1123Label(namespace).length > 0) return new Failure("Invalid service account namespace");
  const groups = ["system:serviceaccounts", `system:serviceaccounts:${namespace}`];
  return new CelAuthorizer({ username: `system:serviceaccount:${namespace}:${account}`, groups }, asked);
}

function resourceCheck({ from, group: of }: CelGroupCheck, text: string): CelResourceCheck | Failure {
  if (trimSpace(text) === "") return new Failure("resource must not be empty");
  return new CelResourceCheck(from, { group: of, resource: text, subresource: "", namespace: "", name: "" });
}

function checkPath({ from, path: asked }: CelPathCheck, verb: string): CelDecision {
  return decide(from, { kind: "path", subject: from.subject, verb, path: asked });
}

function checkResource({ from, asked }: CelResourceCheck, verb: string): CelDecision {
  return decide(from, { kind: "resource", subject: from.subject, verb, ...asked });
}

function decide({ authorizer: answer }: CelAuthorizer, check: AuthorizerRequest): CelDecision {
  return new CelDecision(check, answer(check));
}

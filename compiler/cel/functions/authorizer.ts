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
import { oneUnit, traversal, plainSizeOf } from "../cost/charges.ts";
import { atMostOne } from "../cost/estimates.ts";
import { type AboutFunction, type CelFunction, define, since } from "./cel-function.ts";
import { dns1123Label, dns1123Subdomain } from "../kubernetes-types/label-formats.ts";
import { trimSpace } from "../values/text.ts";

const name = (short: string): string => `kubernetes.authorization.${short}`;
const [authorizer, path, group, resource, decision] = ["Authorizer", "PathCheck", "GroupCheck", "ResourceCheck", "Decision"].map(
  name,
);

/** A third check in an expression exceeds the limit of its cost (measured on 1.37; 1.30 charges nothing). */
const checkCost = 350_000;

const emitted: AboutFunction = { charges: oneUnit, emitted: { estimate: atMostOne } };
const selection: AboutFunction = { charges: { kubernetes: ([, selector]) => selectorCost(plainSizeOf(selector)) } };

/** apiserver: pkg/cel/library/authz.go. */
export const authorizerFunctions: readonly CelFunction[] = [
  define("path", [["authorizer_path", `${authorizer}.(string): ${path}`, pathCheck]], emitted),
  define(
    "group",
    [
      [
        "authorizer_group",
        `${authorizer}.(string): ${group}`,
        (from: CelAuthorizer, text: string) => new CelGroupCheck(from, text),
      ],
    ],
    emitted,
  ),
  define(
    "serviceAccount",
    [["authorizer_serviceaccount", `${authorizer}.(string, string): ${authorizer}`, serviceAccount]],
    emitted,
  ),
  define("resource", [["groupcheck_resource", `${group}.(string): ${resource}`, resourceCheck]], emitted),
  part("subresource", "resourcecheck_subresource", emitted, (subresource) => ({ subresource })),
  part("namespace", "resourcecheck_namespace", emitted, (namespace) => ({ namespace })),
  part("name", "resourcecheck_name", emitted, (text) => ({ name: text })),
  ...since(32, [
    part("fieldSelector", "authorizer_fieldselector", selection, (fieldSelector) => ({ fieldSelector })),
    part("labelSelector", "authorizer_labelselector", selection, (labelSelector) => ({ labelSelector })),
  ]),
  define(
    "check",
    [
      ["pathcheck_check", `${path}.(string): ${decision}`, checkPath],
      ["resourcecheck_check", `${resource}.(string): ${decision}`, checkResource],
    ],
    { charges: { kubernetes: () => checkCost }, emitted: { estimate: () => checkCost } },
  ),
  define("errored", [["decision_errored", `${decision}.(): bool`, ({ answer }: CelDecision) => answer.error !== undefined]], {
    charges: oneUnit,
  }),
  define("error", [["decision_error", `${decision}.(): string`, ({ answer }: CelDecision) => answer.error ?? ""]], {
    charges: oneUnit,
  }),
  define("allowed", [["decision_allowed", `${decision}.(): bool`, ({ answer }: CelDecision) => answer.allowed]], emitted),
  define("reason", [["decision_reason", `${decision}.(): string`, ({ answer }: CelDecision) => answer.reason ?? ""]], {
    charges: oneUnit,
  }),
];

function part(called: string, id: string, about: AboutFunction, said: (text: string) => Partial<ResourceAsked>): CelFunction {
  return define(
    called,
    [[id, `${resource}.(string): ${resource}`, (check: CelResourceCheck, text: string) => check.with(said(text))]],
    about,
  );
}

/** A list of requirements, its text, and half a requirement for each character, with a struct and a list in each. */
function selectorCost(length: number): number {
  return 10 + traversal(length) + Math.ceil(length * 0.5) * 50;
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

import type { ApiAnswer, ApiRequest, RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { metadataOf, objectsOf } from "../../compiler/api/json.ts";
import { AskingClient } from "../../compiler/cluster/verify/index.ts";
import { admission } from "../control-plane/collections.ts";

type Answer = readonly [status: number, body: Readonly<Record<string, unknown>>];

/** What no real API server does on request: it breaks its word, or something else answers in its place. */
export class ScriptedCluster {
  readonly asked: ApiRequest[] = [];
  readonly client: AskingClient;

  /** Answers by method and path without the query; anything else is 404. */
  constructor(answers: Readonly<Record<string, Answer>>) {
    const all = { ...defaults, ...answers };
    const answer = (request: ApiRequest): ApiAnswer => {
      this.asked.push(request);
      const [status, body] = all[`${request.method} ${request.path.split("?")[0] ?? ""}`] ?? [404, { message: "not found" }];
      return { status, body: stored(body), retryAfterSeconds: undefined };
    };
    const client: RequestServer = {
      url: "https://scripted",
      request: (request) => Promise.resolve(answer(request)),
      close: () => Promise.resolve(),
    };
    this.client = new AskingClient(client);
  }

  get deletes(): readonly ApiRequest[] {
    return this.asked.filter(({ method }) => method === "DELETE");
  }
}

/** Lists and their objects have what API servers give them. */
function stored(body: Answer[1]): Answer[1] {
  const { items } = body;
  if (!Array.isArray(items)) return body;
  const identified = objectsOf(items).map((item) => ({
    ...item,
    metadata: { name: "one", uid: "u", resourceVersion: "1", ...metadataOf(item) },
  }));
  return { ...body, metadata: { resourceVersion: "9" }, items: identified };
}

export const kept = "/api/v1/namespaces/shop/configmaps/settings";
const metadata = { name: "settings", namespace: "shop", uid: "u1", resourceVersion: "7", labels: { keep: "yes" } };
export const settings = { metadata } as const;

export const policy = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicy",
  metadata: { name: "keep" },
  spec: {
    matchConstraints: {
      resourceRules: [{ apiGroups: [""], apiVersions: ["*"], operations: ["DELETE"], resources: ["configmaps"], scope: "*" }],
    },
    validations: [
      { expression: "oldObject.metadata.?labels[?'keep'].orValue('') != 'yes'", message: "kept", reason: "Forbidden" },
    ],
  },
} as const;

export const binding = {
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "ValidatingAdmissionPolicyBinding",
  metadata: { name: "keep" },
  spec: { policyName: "keep", validationActions: ["Deny"] },
} as const;

/** A cluster with the policy, and one ConfigMap that it keeps. */
const defaults: Readonly<Record<string, Answer>> = {
  [`GET ${admission}/validatingadmissionpolicies`]: [200, { items: [policy] }],
  [`GET ${admission}/validatingadmissionpolicybindings`]: [200, { items: [binding] }],
  "POST /apis/authentication.k8s.io/v1/selfsubjectreviews": [201, { status: { userInfo: { username: "alice" } } }],
  "POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews": [201, { status: { allowed: true } }],
  "GET /version": [200, { major: "1", minor: "37" }],
  "GET /api": [200, { versions: ["v1"] }],
  "GET /apis": [200, { groups: [] }],
  "GET /api/v1": [200, { resources: [{ name: "configmaps", kind: "ConfigMap", namespaced: true, verbs: ["list", "delete"] }] }],
  "GET /api/v1/configmaps": [200, { items: [settings] }],
  "GET /api/v1/namespaces/shop": [200, { metadata: { name: "shop" } }],
  [`GET ${kept}`]: [200, settings],
};

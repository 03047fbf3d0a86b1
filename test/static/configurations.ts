import type { ControlPlane } from "../control-plane/control-plane.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { created, mergePatch } from "../control-plane/requests.ts";

export type Plural = "validatingadmissionpolicies" | "validatingadmissionpolicybindings" | "validatingwebhookconfigurations";

export const plurals: readonly Plural[] = [
  "validatingadmissionpolicies",
  "validatingadmissionpolicybindings",
  "validatingwebhookconfigurations",
];

export const kindOf: Readonly<Record<Plural, string>> = {
  validatingadmissionpolicies: "ValidatingAdmissionPolicy",
  validatingadmissionpolicybindings: "ValidatingAdmissionPolicyBinding",
  validatingwebhookconfigurations: "ValidatingWebhookConfiguration",
};

export const pathOf = (plural: Plural, name = ""): string =>
  `/apis/admissionregistration.k8s.io/v1/${plural}${name === "" ? "" : `/${name}`}`;

export const resourceRule = (group: string, resources: readonly string[]) => ({
  apiGroups: [group],
  apiVersions: ["v1"],
  operations: ["DELETE"],
  resources,
});

/** They are about kinds that nobody has: what they reject and whom they ask is no matter here. */
export const policySpec = {
  failurePolicy: "Fail",
  matchConstraints: {
    resourceRules: [
      resourceRule("nothing.example.com", ["cups", "plates"]),
      resourceRule("none.example.com", ["forks", "forks/status"]),
    ],
    excludeResourceRules: [resourceRule("none.example.com", ["spoons"])],
  },
  matchConditions: [{ name: "always", expression: "true" }],
  validations: [
    { expression: "true", message: "keep: one rule" },
    { expression: "true", message: "hold: another rule" },
  ],
};

export const bindingSpec = {
  policyName: "nothing",
  validationActions: ["Deny"],
  matchResources: { namespaceSelector: { matchLabels: { tier: "prod" } } },
};

export const webhook = (name: string) => ({
  name: `${name}.example.com`,
  failurePolicy: "Fail",
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  clientConfig: { url: "https://127.0.0.1:9/" },
  rules: [resourceRule("nothing.example.com", ["cups"]), resourceRule("nothing.example.com", ["plates"])],
});

const contents: Readonly<Record<Plural, object>> = {
  validatingadmissionpolicies: { spec: policySpec },
  validatingadmissionpolicybindings: { spec: bindingSpec },
  validatingwebhookconfigurations: { webhooks: [webhook("one"), webhook("two")] },
};

export const ours = { "app.kubernetes.io/managed-by": "holdfast" };

/** Stores one of each kind, and answers with its UID. */
export async function create(
  server: ControlPlane,
  plural: Plural,
  metadata: { readonly name: string; readonly [key: string]: unknown },
  content: object = contents[plural],
): Promise<string> {
  const body = { apiVersion: "admissionregistration.k8s.io/v1", kind: kindOf[plural], metadata, ...content };
  return (await created(server, pathOf(plural), body)).metadata.uid;
}

/** A dry run of a merge patch: admission says what it says of the update, and nothing changes. */
export function updateDry({ request }: ControlPlane, path: string, body: object): Promise<ApiResponse> {
  return request(mergePatch(`${path}?dryRun=All`, body));
}

/** What a rejection says behind the name of policy and binding; undefined where it is another answer. */
export function rejectionOf({ status, body }: ApiResponse, policy: string): string | undefined {
  const { reason, message } = body as { readonly reason?: string; readonly message?: string };
  const name = `${policy}.static.k8s.io`;
  const beginning = `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: `;
  if (status !== 403 || reason !== "Forbidden" || message?.includes(beginning) !== true) return undefined;
  return message.slice(message.indexOf(beginning) + beginning.length);
}

import type { ControlPlane } from "../control-plane.ts";
import { waitUntil } from "../wait-until.ts";
import { created } from "../requests.ts";

type Requests = Pick<ControlPlane, "request">;

const admission = "admissionregistration.k8s.io/v1";
const configMaps = "/api/v1/namespaces/default/configmaps";
const label = "holdfast.dev/pool-canary";

/**
 * Returns once the API server enforces what was written last, and so no more what was removed before that.
 *
 * Each kind of admission configuration reaches the API server by one watch, in the order of writing. So once it goes by
 * a canary of that kind, the removal of whatever stood before the canary has arrived, too.
 */
export async function provePreviousAdmissionGone(client: Requests, generation: number): Promise<void> {
  const value = `g${generation}`;
  await Promise.all([policyCanary(client, value), ...webhookKinds.map((kind) => webhookCanary(client, kind, value))]);
}

/** A policy takes effect 0.2 to 1.4 s after its binding: once a second the API server takes a snapshot of both. */
async function policyCanary(client: Requests, value: string): Promise<void> {
  const name = `pool-canary-${value}`;
  const metadata = { name };
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  const spec = {
    matchConstraints: { resourceRules: [rule] },
    validations: [{ expression: `object.metadata.name != '${name}'`, message: name, reason: "Forbidden" }],
  };
  await store(client, "validatingadmissionpolicies", { kind: "ValidatingAdmissionPolicy", metadata, spec });
  const binding = { policyName: name, validationActions: ["Deny"] };
  await store(client, "validatingadmissionpolicybindings", {
    kind: "ValidatingAdmissionPolicyBinding",
    metadata,
    spec: binding,
  });
  await waitUntil(`${name} is denied`, async () => (await tryCreate(client, metadata)).endsWith(`denied request: ${name}`));
}

const webhookKinds = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"] as const;

/** Nobody listens on port 9; a request that is not sent there was decided without the canary. */
async function webhookCanary(client: Requests, kind: (typeof webhookKinds)[number], value: string): Promise<void> {
  const name = `${kind.toLowerCase()}.${value}`;
  const metadata = { name };
  const labels = { [label]: name };
  const webhook = {
    name: `${name}.holdfast.dev`,
    clientConfig: { url: "https://127.0.0.1:9/" },
    rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
    objectSelector: { matchLabels: labels },
    failurePolicy: "Fail",
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    timeoutSeconds: 1,
  };
  const plural = `${kind.toLowerCase()}s`;
  await store(client, plural, { kind, metadata, webhooks: [webhook] });
  const isAsked = async () => (await tryCreate(client, { name: "pool-canary", labels })).includes(webhook.name);
  await waitUntil(`${name} is asked`, isAsked);
}

/** What the API server says of a dry run: nothing when it would create it. */
async function tryCreate(client: Requests, metadata: object): Promise<string> {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata };
  const answer = await client.request({ method: "POST", path: `${configMaps}?dryRun=All`, body });
  return answer.status === 201 ? "" : String(answer.body["message"]);
}

async function store(client: Requests, plural: string, body: object): Promise<void> {
  const path = `/apis/${admission}/${plural}`;
  await created(client, path, { apiVersion: admission, ...body });
}

import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import type { Status } from "../oracle.ts";
import type { ComparedPolicy } from "./compared-policy.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";
import { policies, bindings } from "../../control-plane/collections.ts";

/** A document, and what the server said to its creation: nothing, or why not. */
export interface Creation {
  readonly document: object;
  readonly status: Status | null;
  /** The fields that are wrong. */
  readonly fields: readonly string[];
}

/** `?dryRun=All` as the query to leave nothing behind. */
export async function createDocument(server: ControlPlane, document: object, query = ""): Promise<Creation> {
  const { status: code, body } = await server.request({
    method: "POST",
    path: `${isBinding(document) ? bindings : policies}${query}`,
    body: document,
  });
  if (code === 201) return { document, status: null, fields: [] };
  const { reason, message, details } = body as {
    readonly reason: string;
    readonly message: string;
    readonly details?: { readonly causes?: readonly { readonly field?: string }[] };
  };
  return { document, status: { code, reason, message }, fields: (details?.causes ?? []).map(({ field = "" }) => field) };
}

export function isBinding(document: object): boolean {
  return "kind" in document && document.kind === "ValidatingAdmissionPolicyBinding";
}

/** Creates the policies and returns when the server has all of them, in force or rejected. */
export async function putInForce(server: ControlPlane, compared: readonly ComparedPolicy[]): Promise<readonly Creation[]> {
  const documents = compared.flatMap((one) => [one.policy, ...one.bindings]);
  const creations = await inParallel(documents, (document) => createDocument(server, document));
  await waitForCanary(server);
  return creations;
}

/**
 * The server takes policies and bindings from two streams, each in order, and compiles all of them when something is
 * new: once the last ones are in force, all are. Each canary has a name of its own.
 */
async function waitForCanary(server: ControlPlane): Promise<void> {
  const metadata = { name: `canary-${crypto.randomUUID()}` };
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  const spec = {
    matchConstraints: { resourceRules: [{ ...rule, resourceNames: [metadata.name] }] },
    validations: [{ expression: "false" }],
  };
  const apiVersion = "admissionregistration.k8s.io/v1";
  await createDocument(server, { apiVersion, kind: "ValidatingAdmissionPolicy", metadata, spec });
  const binding = { policyName: metadata.name, validationActions: ["Deny"] };
  await createDocument(server, { apiVersion, kind: "ValidatingAdmissionPolicyBinding", metadata, spec: binding });
  await waitUntil("the canary is rejected", async () => {
    const path = "/api/v1/namespaces/default/configmaps?dryRun=All";
    return (await server.request({ method: "POST", path, body: { metadata } })).text.includes(
      `'${metadata.name}' denied request`,
    );
  });
}

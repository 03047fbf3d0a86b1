import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { ControlPlane } from "../control-plane/control-plane.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created } from "../control-plane/requests.ts";

export const generatedDirectory: string = join(import.meta.dirname, "../../generated");

export type PolicyStem = "ack-controllers" | "ack-deletion-policy" | "ack-namespace" | "ack-prevent-delete" | "ack-values";

export function generatedText(stem: PolicyStem): string {
  return readFileSync(join(generatedDirectory, `${stem}.yaml`), "utf8");
}

/** Applies the committed files as a user would, and returns when the server goes by them. */
export async function enforceGenerated(server: ControlPlane, stems: readonly PolicyStem[]): Promise<void> {
  await enforce(server, stems.map(generatedText).join("\n---\n"));
}

export async function enforce(server: ControlPlane, yaml: string): Promise<void> {
  await succeed(server, ["apply", "--server-side", "-f", "-"], yaml);
  await waitForPolicies(server);
}

/** Everything of `before` is removed, for good, before `after` is applied. */
export async function replaceInForce(server: ControlPlane, before: string | undefined, after: string): Promise<void> {
  if (before !== undefined) await succeed(server, ["delete", "-f", "-"], before);
  await enforce(server, after);
}

async function succeed({ kubectl }: ControlPlane, args: readonly string[], input: string): Promise<void> {
  const { code, stderr } = await kubectl(args, { input });
  if (code !== 0) throw new Error(`kubectl ${args.join(" ")} failed: ${stderr}`);
}

let canaries = 0;

/**
 * Returns when all policies and bindings that were written before are in force, and those that were removed are not.
 *
 * Once a second the server takes a new snapshot: first of all bindings, then of their policies, from one watch of each,
 * which deliver in the order of writing (apiserver: plugin/policy/generic/policy_source.go). So a canary that is
 * written last, with a policy and after it a binding of its own, tells of everything before it, also of what would
 * leave no trace itself: a policy that no longer exists, a binding that only audits. (Unless the watch of policies lags
 * behind the other one by all the requests in between, just while the snapshot is taken.)
 */
export async function waitForPolicies(server: ControlPlane): Promise<void> {
  canaries += 1;
  const name = `canary-${canaries}`;
  for (const [path, body] of canaryObjects(name)) {
    await created(server, path, body);
  }
  const isDenied = async (): Promise<boolean> => {
    const dryRun = { method: "DELETE", path: `/api/v1/namespaces/default/configmaps/${name}?dryRun=All` } as const;
    const { status, body } = await server.request(dryRun);
    return status === 403 && String(body["message"]).endsWith(`denied request: ${name} is protected`);
  };
  await waitUntil(`${name} cannot be deleted because it is protected`, isDenied);
}

function canaryObjects(name: string): readonly (readonly [path: string, body: unknown])[] {
  const apiVersion = "admissionregistration.k8s.io/v1";
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"] };
  const validation = { expression: `oldObject.metadata.name != '${name}'`, message: `${name} is protected`, reason: "Forbidden" };
  const policy = { matchConstraints: { resourceRules: [rule] }, validations: [validation] };
  const binding = { policyName: name, validationActions: ["Deny"] };
  const policies = `/apis/${apiVersion}/validatingadmissionpolicies`;
  const bindings = `/apis/${apiVersion}/validatingadmissionpolicybindings`;
  const metadata = { name };
  return [
    ["/api/v1/namespaces/default/configmaps", { apiVersion: "v1", kind: "ConfigMap", metadata }],
    [policies, { apiVersion, kind: "ValidatingAdmissionPolicy", metadata, spec: policy }],
    [bindings, { apiVersion, kind: "ValidatingAdmissionPolicyBinding", metadata, spec: binding }],
  ];
}

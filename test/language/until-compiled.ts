import type { ControlPlane } from "../control-plane/control-plane.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { policies, bindings } from "../control-plane/collections.ts";
import { group } from "./requests.ts";

/** Hundreds of policies, on a machine that does other things as well. */
const maxMs = 600_000;
const text = "everything before this is compiled";

/**
 * Waits until the server has compiled the policies that it has been given, without asking any of them: before 1.36 it
 * crashes where it compiles a policy with variables while it evaluates one ("concurrent map read and map write",
 * kubernetes/kubernetes#135757). It compiles what is new in one go, so a last policy without variables, in force,
 * tells.
 */
export async function untilCompiled(server: ControlPlane, prefix: string): Promise<void> {
  const name = `${prefix}-compiled`;
  await server.request({ method: "POST", path: policies, body: policyOf(name) });
  await server.request({ method: "POST", path: bindings, body: bindingOf(name) });
  const thing = { apiVersion: `${group}/v1`, kind: "Thing", metadata: { name } };
  const path = `/apis/${group}/v1/namespaces/default/things?dryRun=All`;
  const groups = [name, "system:masters"];
  await waitUntil(
    "the policies are compiled",
    async () => {
      const { warnings } = await server.request({ method: "POST", path, body: thing, as: "admin", groups });
      return warnings.some((warning) => warning.endsWith(text));
    },
    maxMs,
  );
  await server.request({ method: "DELETE", path: `${bindings}/${name}` });
  await server.request({ method: "DELETE", path: `${policies}/${name}` });
}

function policyOf(name: string): object {
  const rule = { apiGroups: [group], apiVersions: ["*"], operations: ["CREATE"], resources: ["things"] };
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name },
    spec: {
      failurePolicy: "Fail",
      matchConstraints: { resourceRules: [rule] },
      matchConditions: [{ name: "users", expression: `'${name}' in request.userInfo.groups` }],
      validations: [{ expression: "false", message: text }],
    },
  };
}

function bindingOf(name: string): object {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name },
    spec: { policyName: name, validationActions: ["Warn"] },
  };
}

import { isDeepStrictEqual } from "node:util";
import { InternalError } from "../../diagnostics/diagnostic.ts";
import type { EmittedObject } from "../kubernetes-objects.ts";
import { readObjects } from "../yaml.ts";
import { admissionPolicySchema, policyBindingSchema } from "./admission-policy-schema.ts";
import { webhookConfigurationSchema } from "./webhook-configuration-schema.ts";
import { type Check, checkOf } from "./check-schema.ts";
import { type Schema, recordSchema } from "./primitives.ts";

/** Only files beside it: kustomize would fetch a URL or leave the directory for a path. */
const kustomizationSchema: Schema = recordSchema({
  apiVersion: { const: "kustomize.config.k8s.io/v1beta1" },
  kind: { const: "Kustomization" },
  resources: { type: "array", items: { type: "string", pattern: "^[^/\\\\:?]+\\.yaml$" }, uniqueItems: true },
});

export const schemas = {
  ValidatingAdmissionPolicy: admissionPolicySchema,
  ValidatingAdmissionPolicyBinding: policyBindingSchema,
  ValidatingWebhookConfiguration: webhookConfigurationSchema,
  Kustomization: kustomizationSchema,
} as const;

const checks = new Map<string, Check>();

/**
 * The text says to a YAML 1.1 and to a YAML 1.2 reader what was meant. What fails here is a bug of ours, `InternalError`
 * with the file; two readers take as long as printing it, so of policies our tests alone ask.
 */
export function checkText(name: string, text: string, objects: readonly object[]): void {
  for (const version of ["1.1", "1.2"] as const) {
    if (!isDeepStrictEqual(readObjects(text, version), objects)) {
      throw new InternalError(`${name}: a YAML ${version} reader does not get back what was written`);
    }
  }
}

/**
 * Every object satisfies its schema, or an `InternalError` says which does not, and where:
 * `ack.yaml: ValidatingAdmissionPolicy ack: /spec/validations/0 must have required property 'reason'`.
 */
export function checkObject(file: string, object: EmittedObject): void {
  const problem = requireCheck(object.kind)(object);
  if (problem === undefined) return;
  const label = "metadata" in object ? `${object.kind} ${object.metadata.name}` : object.kind;
  throw new InternalError(`${file}: ${label}: ${problem}`);
}

/** Made on first use: a run without policies does not pay for it. */
function requireCheck(kind: EmittedObject["kind"]): Check {
  const known = checks.get(kind);
  if (known !== undefined) return known;
  const check = checkOf(schemas[kind]);
  checks.set(kind, check);
  return check;
}

import { isDeepStrictEqual } from "node:util";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { InternalError } from "../../diagnostics/diagnostic.ts";
import type { EmittedObject } from "../kubernetes-objects.ts";
import { readObjects } from "../yaml.ts";
import { admissionPolicySchema, policyBindingSchema } from "./admission-policy-schema.ts";
import { webhookConfigurationSchema } from "./webhook-configuration-schema.ts";
import { type Schema, recordSchema } from "./primitives.ts";
import { resourceCovers } from "../../api/coverage.ts";

/** Only files beside it: kustomize would fetch a URL or leave the directory for a path. */
const kustomizationSchema: Schema = recordSchema({
  apiVersion: { const: "kustomize.config.k8s.io/v1beta1" },
  kind: { const: "Kustomization" },
  resources: { type: "array", items: { type: "string", pattern: "^[^/\\\\:?]+\\.yaml$" }, uniqueItems: true },
});

const schemas = {
  ValidatingAdmissionPolicy: admissionPolicySchema,
  ValidatingAdmissionPolicyBinding: policyBindingSchema,
  ValidatingWebhookConfiguration: webhookConfigurationSchema,
  Kustomization: kustomizationSchema,
} as const;

const checks = new Map<string, ValidateFunction>();

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
  const check = requireCheck(object.kind);
  const isErrorFree: boolean = check(object);
  if (isErrorFree) return;
  const label = "metadata" in object ? `${object.kind} ${object.metadata.name}` : object.kind;
  throw new InternalError(`${file}: ${label}: ${(check.errors ?? []).map(describe).join("; ")}`);
}

/** Compiled on first use: a run without policies does not pay for it. */
function requireCheck(kind: EmittedObject["kind"]): ValidateFunction {
  const known = checks.get(kind);
  if (known !== undefined) return known;
  const check = library().compile(schemas[kind]);
  checks.set(kind, check);
  return check;
}

let known: Ajv | undefined;

/** One for all kinds. That the schemas are schemas a test checks: looking at them here takes longer than their use. */
function library(): Ajv {
  if (known !== undefined) return known;
  const ajv = new Ajv({ strict: true, strictRequired: false, meta: false, validateSchema: false });
  ajv.addKeyword({
    keyword: "distinctNames",
    type: "array",
    schemaType: "boolean",
    validate: (_: boolean, items: unknown[]) => haveDistinctNames(items),
  });
  ajv.addKeyword({
    keyword: "compatibleResources",
    type: "array",
    schemaType: "boolean",
    validate: (_: boolean, items: string[]) => areCompatibleResources(items),
  });
  known = ajv;
  return ajv;
}

/** What is wrong with the schemas themselves, which compiling them does not look at. */
export function problemsOfSchemas(): readonly string[] {
  const ajv = new Ajv();
  return Object.entries(schemas).flatMap(([kind, schema]) => {
    if (ajv.validateSchema(schema) === true) return [];
    return (ajv.errors ?? []).map((error) => `${kind}: ${describe(error)}`);
  });
}

function describe(error: ErrorObject): string {
  const parameters = "additionalProperty" in error.params ? ` (${String(error.params["additionalProperty"])})` : "";
  return `${error.instancePath || "/"} ${error.message ?? error.keyword}${parameters}`;
}

/** The server rejects a rule that names a resource beside a wildcard which covers it already. */
function areCompatibleResources(resources: readonly string[]): boolean {
  return resources.every((resource, at) => resources.every((other, index) => index === at || !resourceCovers(other, resource)));
}

function haveDistinctNames(items: readonly unknown[]): boolean {
  const names = items.map((item) => (typeof item === "object" && item !== null && "name" in item ? item.name : undefined));
  return new Set(names).size === names.length;
}

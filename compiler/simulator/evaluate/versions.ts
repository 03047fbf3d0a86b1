import type { KubernetesObject } from "../../language/objects.ts";
import type { PolicyIr, VersionedRead } from "../../ir/policy.ts";
import type { AdmissionReviewRequest } from "../../api/admission-review.ts";

/** What a rule reads and this version of the object does not show, and the version that does; see docs/reference/semantics.md. */
export interface MissingInVersion {
  readonly version: string;
  readonly reads: readonly VersionedRead[];
}

export function missingInVersion(
  compiled: PolicyIr | undefined,
  rule: string,
  request: AdmissionReviewRequest,
): MissingInVersion | undefined {
  const known = compiled?.rules.find(({ name }) => name === rule);
  const reads = known === undefined || known.isOfOneVersion === true ? [] : known.versionedReads;
  const { version } = request.resource;
  if (request.operation !== "DELETE" || request.requestResource.version === version) return undefined;
  return reads.some(({ path }) => !has(request.oldObject, path)) ? { version, reads } : undefined;
}

function has(value: unknown, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, first)) return false;
  return has((value as Readonly<Record<string, unknown>>)[first], rest);
}

export function versionText(rule: string, { version, reads }: MissingInVersion, request: AdmissionReviewRequest): string {
  const object = request.oldObject as KubernetesObject;
  const fields = reads.map(({ path }) => path.join(".")).join(", ");
  const { resource, group } = request.resource;
  const { name, namespace } = object.metadata;
  const place = namespace === undefined ? "" : ` -n ${namespace}`;
  const command = `kubectl delete ${resource}.${version}.${group}/${name}${place}`;
  return `${rule}: ${object.kind} ${name} does not show ${fields} in the version of this request; delete it through ${version}: ${command}`;
}

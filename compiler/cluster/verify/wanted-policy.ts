import { isJsonObject, metadataOf, type JsonObject } from "../../api/json.ts";

/** A policy of the files, with the bindings that put it into force. */
export interface WantedPolicy {
  readonly name: string;
  readonly policy: JsonObject;
  readonly bindings: readonly JsonObject[];
}

/** The ValidatingAdmissionPolicies among the objects of files, which may hold anything else besides. */
export function wantedPolicies(objects: readonly unknown[]): readonly WantedPolicy[] {
  const documents = objects.filter(isJsonObject);
  const bindings = documents.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  return documents
    .filter(({ kind }) => kind === "ValidatingAdmissionPolicy")
    .map((policy) => {
      const name = documentName(policy);
      return { name, policy, bindings: bindings.filter(({ spec }) => isJsonObject(spec) && spec["policyName"] === name) };
    });
}

export function documentName(document: JsonObject): string {
  const { name } = metadataOf(document);
  return typeof name === "string" ? name : "";
}

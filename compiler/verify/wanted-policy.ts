import { isFields } from "../simulator/testing/object-problem.ts";

export type Document = Readonly<Record<string, unknown>>;

/** A policy of the files, with the bindings that put it into force. */
export interface WantedPolicy {
  readonly name: string;
  readonly policy: Document;
  readonly bindings: readonly Document[];
}

/** The ValidatingAdmissionPolicies among the objects of files, which may hold anything else besides. */
export function wantedPolicies(objects: readonly unknown[]): readonly WantedPolicy[] {
  const documents = objects.filter(isFields);
  const bindings = documents.filter(({ kind }) => kind === "ValidatingAdmissionPolicyBinding");
  return documents
    .filter(({ kind }) => kind === "ValidatingAdmissionPolicy")
    .map((policy) => {
      const name = nameOf(policy);
      return { name, policy, bindings: bindings.filter(({ spec }) => isFields(spec) && spec["policyName"] === name) };
    });
}

export function nameOf(document: Document): string {
  const { name } = metadataOf(document);
  return typeof name === "string" ? name : "";
}

export function metadataOf({ metadata }: Document): Document {
  return isFields(metadata) ? metadata : {};
}

import { annotationNames } from "../api/names.ts";
import { InternalError } from "../diagnostics/diagnostic.ts";
import type { Metadata, ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding } from "../manifest/kubernetes-objects.ts";
import { staticEnding } from "../ir/object-names.ts";

/** A policy or binding as API servers take it from a file. */
export type StaticObject = Static<ValidatingAdmissionPolicy> | Static<ValidatingAdmissionPolicyBinding>;

type Static<T extends { readonly metadata: Metadata }> = Omit<T, "metadata"> & { readonly metadata: StaticMetadata };

type StaticMetadata = Omit<Metadata, "annotations"> & Partial<Pick<Metadata, "annotations">>;

/**
 * The same under the name that files need: `keep.static.k8s.io`. Nobody applies it, so what GitOps tools are told is left out
 * (kubernetes v1.37.1: apiserver, pkg/admission/plugin/policy/manifest/loader).
 */
export function asStatic(object: ValidatingAdmissionPolicy | ValidatingAdmissionPolicyBinding): StaticObject {
  const { name, labels, annotations } = object.metadata;
  const metadata = { name: `${name}${staticEnding}`, labels, annotations: sourceOnly(annotations) };
  if (object.kind === "ValidatingAdmissionPolicy") {
    if (object.spec.paramKind !== undefined) throw new InternalError(`${name} has parameters, and static policies have none`);
    return { ...object, metadata };
  }
  return { ...object, metadata, spec: { ...object.spec, policyName: `${object.spec.policyName}${staticEnding}` } };
}

export function withoutSource(object: StaticObject): StaticObject {
  const { name, labels } = object.metadata;
  return { ...object, metadata: { name, labels } };
}

function sourceOnly(annotations: Metadata["annotations"]): Metadata["annotations"] {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => key === annotationNames.source));
}

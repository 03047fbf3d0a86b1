import { matchesLabels } from "../../language/matches-labels.ts";
import { NotEvaluatedHere } from "../../cel/index.ts";
import type { AdmissionInput } from "./admission-input.ts";
import type { AdmissionPolicy, PolicyBinding } from "./admission-policy.ts";
import { fieldsOf } from "../../api/json.ts";

/**
 * What a policy is evaluated with, once for each: objects of its paramKind in the Namespace of the request, or null
 * where it has none or the binding names none (apiserver: plugin/policy/generic/policy_dispatcher.go).
 */
export function paramsFor(
  { paramKind }: AdmissionPolicy,
  { params }: PolicyBinding,
  { contents }: AdmissionInput,
): readonly unknown[] {
  if (paramKind === undefined || params === undefined) return [null];
  if (contents === undefined)
    throw new NotEvaluatedHere(`${paramKind.kind} objects of the Namespace, which the input does not tell`);
  return contents.filter((object: unknown) => {
    const { apiVersion, kind, metadata } = fieldsOf(object);
    const { labels } = fieldsOf(metadata);
    const isOfKind = apiVersion === paramKind.apiVersion && kind === paramKind.kind;
    return isOfKind && matchesLabels(fieldsOf(labels) as Readonly<Record<string, string>>, params);
  });
}

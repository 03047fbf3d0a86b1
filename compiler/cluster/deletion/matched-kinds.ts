import { fieldsOf, objectsOf, textAt, textsOf } from "../../api/json.ts";
import type { ObjectKind } from "./cluster-object.ts";

/** Which kinds a ValidatingAdmissionPolicy is about, as it is written: more where its conditions leave some out. */
export function matchedKinds(policy: unknown): (kind: Pick<ObjectKind, "group" | "resource">) => boolean {
  const rules = objectsOf(fieldsOf(specOf(policy)["matchConstraints"])["resourceRules"]).map((rule) => ({
    groups: textsOf(rule["apiGroups"]),
    // `pods/eviction` is about Pods, too.
    resources: textsOf(rule["resources"]).map((one) => one.split("/")[0] ?? ""),
  }));
  return ({ group, resource }) => rules.some(({ groups, resources }) => isAmong(groups, group) && isAmong(resources, resource));
}

/** `v1 ConfigMap`: what it looks up; undefined: nothing. */
export function paramKindOf(policy: unknown): string | undefined {
  const { paramKind } = specOf(policy);
  return paramKind === undefined ? undefined : `${textAt(paramKind, "apiVersion")} ${textAt(paramKind, "kind")}`;
}

/**
 * What any expression does with an object besides reading what every object has: also where it hands it on as a whole, as
 * in `dyn(oldObject).data`.
 */
const otherFields = {
  oldObject: /\boldObject\b(?!\s*\.\s*\??\s*(?:metadata|kind|apiVersion)\b)/,
  params: /\bparams\b(?!\s*\.\s*\??\s*(?:metadata|kind|apiVersion)\b)/,
} as const;

/** Whether a rule may read more than its metadata: of the object of a request, or of what it looks up. */
export function readsMoreThanMetadata(policy: unknown, what: keyof typeof otherFields): boolean {
  return otherFields[what].test(JSON.stringify(specOf(policy)));
}

const specOf = (document: unknown) => fieldsOf(fieldsOf(document)["spec"]);

const isAmong = (names: readonly string[], name: string): boolean => names.includes(name) || names.includes("*");

import { annotationNames, ourLabel } from "../../api/names.ts";
import { isJsonObject, metadataOf, type JsonObject, own } from "../../api/json.ts";
import type { VerifyFinding } from "./finding.ts";
import { type WantedPolicy, documentName } from "./wanted-policy.ts";

/** All policies and bindings of a cluster. */
export interface StoredPolicies {
  readonly policies: readonly JsonObject[];
  readonly bindings: readonly JsonObject[];
}

/**
 * Why a policy cannot be in force as it was compiled, as far as what is stored tells;
 * undefined: it is stored as in the files.
 */
export function compareStored({ name, policy, bindings }: WantedPolicy, stored: StoredPolicies): VerifyFinding | undefined {
  const found = stored.policies.find((one) => documentName(one) === name);
  if (found === undefined) return { policy: name, state: "missing", why: "the ValidatingAdmissionPolicy is not in the cluster" };
  if (bindings.length === 0) return { policy: name, state: "no binding", why: "the files hold no binding of it" };
  return (
    compareObject(name, policy, found) ??
    bindings.map((binding) => compareBinding(name, binding, stored)).find((finding) => finding !== undefined)
  );
}

function compareBinding(policy: string, binding: JsonObject, stored: StoredPolicies): VerifyFinding | undefined {
  const found = stored.bindings.find((one) => documentName(one) === documentName(binding));
  if (found !== undefined) return compareObject(policy, binding, found);
  return {
    policy,
    state: "no binding",
    why: `the ValidatingAdmissionPolicyBinding ${documentName(binding)} is not in the cluster`,
  };
}

function compareObject(policy: string, wanted: JsonObject, found: JsonObject): VerifyFinding | undefined {
  const what = `the ${String(wanted["kind"])} ${documentName(wanted)}`;
  const since = metadataOf(found)["deletionTimestamp"];
  if (since !== undefined) return { policy, state: "being deleted", why: `${what} is being deleted since ${String(since)}` };
  const unlike = firstUnlike(wanted["spec"], found["spec"], "spec");
  return unlike === undefined ? undefined : { policy, state: "drifted", why: `in ${what}, ${describeUnlike(unlike)}` };
}

/**
 * What kube-controller-manager found when it checked the expressions of the stored policy against
 * schemas; it changes no decision.
 */
export function typeWarnings({ name }: WantedPolicy, { policies }: StoredPolicies): readonly VerifyFinding[] {
  const found = policies.find((one) => documentName(one) === name);
  const status = found?.["status"];
  if (found === undefined || !isJsonObject(status)) return [];
  if (status["observedGeneration"] !== metadataOf(found)["generation"]) return [];
  const checking = status["typeChecking"];
  const warnings = isJsonObject(checking) && Array.isArray(checking["expressionWarnings"]) ? checking["expressionWarnings"] : [];
  return warnings.filter(isJsonObject).map(({ fieldRef, warning }) => ({
    policy: name,
    state: "warning",
    why: `the type check of ${String(fieldRef)} says: ${String(warning)}`,
  }));
}

/** Marks what `holdfast compile` has made; Argo CD and Flux leave it in the cluster when its file is gone. */

/** What of ours is in the cluster and not in the files. */
export function leftBehind(wanted: readonly WantedPolicy[], stored: StoredPolicies): readonly VerifyFinding[] {
  const policies = new Set(wanted.map(({ name }) => name));
  const bindings = new Set(wanted.flatMap((one) => one.bindings.map(documentName)));
  const extraPolicies = stored.policies.filter((one) => isOurs(one) && !policies.has(documentName(one)));
  const extraBindings = stored.bindings.filter((one) => isOurs(one) && !bindings.has(documentName(one)) && binds(one, policies));
  return [
    ...extraPolicies.map((one) => ({
      policy: documentName(one),
      state: "left behind" as const,
      why: `it is in the cluster (from ${sourceOf(one)}), and not in these files`,
    })),
    ...extraBindings.map((one) => ({
      policy: policyNameOf(one),
      state: "left behind" as const,
      why: `its binding ${documentName(one)} is in the cluster, and not in these files`,
    })),
  ];
}

function isOurs(document: JsonObject): boolean {
  const { labels } = metadataOf(document);
  return isJsonObject(labels) && labels[ourLabel.key] === ourLabel.value;
}

/** A binding of a policy that is left behind itself is not worth a line of its own. */
function binds(binding: JsonObject, policies: ReadonlySet<string>): boolean {
  return policies.has(policyNameOf(binding));
}

function policyNameOf({ spec }: JsonObject): string {
  return isJsonObject(spec) ? String(spec["policyName"]) : "";
}

function sourceOf(document: JsonObject): string {
  const { annotations } = metadataOf(document);
  const source = isJsonObject(annotations) ? annotations[annotationNames.source] : undefined;
  return typeof source === "string" ? source : "an unknown source";
}

/** The first place where two values of JSON part. Undefined: there is nothing on that side. */
interface Unlike {
  readonly path: string;
  readonly wanted: unknown;
  readonly found: unknown;
}

/**
 * What is read back after an apply equals the file, defaults included, so that any difference is
 * somebody's. The order of keys is none.
 */
export function firstUnlike(wanted: unknown, found: unknown, path: string): Unlike | undefined {
  if (Array.isArray(wanted) && Array.isArray(found)) return firstUnlikeItem(wanted, found, path);
  if (isJsonObject(wanted) && isJsonObject(found)) return firstUnlikeField(wanted, found, path);
  return wanted === found ? undefined : { path, wanted, found };
}

function firstUnlikeItem(wanted: readonly unknown[], found: readonly unknown[], path: string): Unlike | undefined {
  const length = Math.max(wanted.length, found.length);
  for (let at = 0; at < length; at += 1) {
    const unlike = firstUnlike(wanted[at], found[at], `${path}[${at}]`);
    if (unlike !== undefined) return unlike;
  }
  return undefined;
}

function firstUnlikeField(wanted: JsonObject, found: JsonObject, path: string): Unlike | undefined {
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const unlike = firstUnlike(own(wanted, key), own(found, key), `${path}.${key}`);
    if (unlike !== undefined) return unlike;
  }
  return undefined;
}

/** Enough of an expression to recognise the place. */
const shownCharacters = 60;

/** `spec.validationActions[0] is "Audit" there, and "Deny" in the files` */
export function describeUnlike({ path, wanted, found }: Unlike): string {
  const start = partingOf(wanted, found);
  return `${path} is ${show(found, start)} there, and ${show(wanted, start)} in the files`;
}

/** Long texts are shown from shortly before the place where they part. */
function partingOf(wanted: unknown, found: unknown): number {
  if (typeof wanted !== "string" || typeof found !== "string") return 0;
  let at = 0;
  while (at < wanted.length && wanted[at] === found[at]) at += 1;
  return Math.max(wanted.length, found.length) <= shownCharacters ? 0 : Math.max(0, at - shownCharacters / 2);
}

function show(value: unknown, start: number): string {
  if (value === undefined) return "absent";
  const text = typeof value === "string" ? value.slice(start) : JSON.stringify(value);
  const cut = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return typeof value === "string" ? `"${start > 0 ? "…" : ""}${cut}"` : cut;
}

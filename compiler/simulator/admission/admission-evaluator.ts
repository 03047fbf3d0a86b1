import type { AdmissionAnswer, Denial, AdmissionFinding } from "./admission-answer.ts";
import { namespaceLabelsOf } from "../evaluate/namespace-labels.ts";
import type { AdmissionReviewRequest } from "../../api/admission-review.ts";
import type { AdmissionPolicyDocuments, PolicyBinding, Reason, AdmissionPolicy } from "./admission-policy.ts";
import { type RunnablePolicy, compilePolicy } from "./compiled-policy.ts";
import { type AdmissionFailure, decide } from "./decide.ts";
import { asMatched } from "./match-request.ts";
import { resourceName } from "../../api/resource.ts";
import { matchesLabels } from "../../language/matches-labels.ts";
import { NotEvaluatedHere } from "../../cel/index.ts";
import type { AdmissionInput } from "./admission-request.ts";
import { fieldsOf } from "../../api/json.ts";

export interface AdmissionOptions {
  /** The minor version of Kubernetes, as `1.30`. */
  readonly kube: string;
}

/**
 * Answers requests as an API server would that holds the documents. Throws `CelCompileError` for documents that the API
 * server would not store, and `NotEvaluatedHere` rather than answer for what is not understood here.
 *
 * Not here: the cost limits of the API server (the compiler keeps expressions below them), and conversions between
 * versions that change more than `apiVersion`.
 */
export class AdmissionEvaluator {
  readonly #policies: readonly BoundPolicy[];

  constructor({ policies, bindings }: AdmissionPolicyDocuments, { kube }: AdmissionOptions) {
    this.#policies = policies.map((policy) => ({
      compiled: compilePolicy(policy, kube),
      bindings: bindings.filter(({ policyName }) => policyName === policy.name),
    }));
  }

  evaluate(input: AdmissionInput): AdmissionAnswer {
    const decided = this.#policies.map((policy) => decidedBy(policy, input));
    const findings = decided.flatMap((one) => one.findings);
    const denied = findings.find(({ action }) => action === "Deny");
    return {
      denial: denied === undefined ? undefined : denialOf(denied, input),
      warnings: findings.filter(({ action }) => action === "Warn").map(warningOf),
      auditAnnotations: Object.fromEntries(decided.flatMap(({ annotations }) => annotations)),
      findings,
    };
  }
}

interface BoundPolicy {
  readonly compiled: RunnablePolicy;
  readonly bindings: readonly PolicyBinding[];
}

interface DecidedBy {
  readonly findings: readonly AdmissionFinding[];
  readonly annotations: readonly (readonly [key: string, value: string])[];
}

function decidedBy({ compiled, bindings }: BoundPolicy, input: AdmissionInput): DecidedBy {
  const matched = bindings.length === 0 ? undefined : asMatched(compiled.policy, input);
  if (matched === undefined) return { findings: [], annotations: [] };
  const labels = namespaceLabelsOf(matched);
  const isMeant = ({ namespaceSelector }: PolicyBinding): boolean =>
    labels === undefined || namespaceSelector === undefined || matchesLabels(labels, namespaceSelector);
  const decided = bindings.filter(isMeant).flatMap((binding) =>
    paramsFor(compiled.policy, binding, matched).map((params) => {
      const { failures, annotations } = decide(compiled, matched, params);
      return { drafts: draftsOf(compiled.policy.name, binding, failures), annotations };
    }),
  );
  return {
    findings: markReported(decided.flatMap(({ drafts }) => drafts)),
    annotations: published(
      compiled.policy.name,
      decided.flatMap(({ annotations }) => annotations),
    ),
  };
}

/** Each value once, and several of one key on one line (apiserver: plugin/policy/validating/dispatcher.go, publish). */
function published(policy: string, annotations: DecidedBy["annotations"]): DecidedBy["annotations"] {
  const byKey = Map.groupBy(annotations, ([key]) => key);
  return [...byKey].map(([key, own]) => [`${policy}/${key}`, [...new Set(own.map(([, value]) => value))].join(", ")]);
}

type Draft = Omit<AdmissionFinding, "isReported">;

const codes: Readonly<Record<Reason, number>> = { Forbidden: 403, Invalid: 422, RequestEntityTooLarge: 413 };

/** As the actions of the binding say. */
function draftsOf(
  admissionPolicy: string,
  { name, validationActions }: PolicyBinding,
  decisions: readonly AdmissionFailure[],
): readonly Draft[] {
  return decisions.flatMap((decision) =>
    (decision.isDeniedAnyway === true ? (["Deny"] as const) : validationActions).map((action) => {
      const { isDeniedAnyway: _, ...failure } = decision;
      return { admissionPolicy, binding: name, action, code: codes[decision.reason], ...failure };
    }),
  );
}

function markReported(findings: readonly Draft[]): readonly AdmissionFinding[] {
  const first = findings.find(({ action }) => action === "Deny");
  return findings.map((finding) => ({ ...finding, isReported: finding.action === "Warn" || finding === first }));
}

/** apiserver: pkg/admission/errors.go, NewForbidden; plugin/policy/validating/dispatcher.go. */
function denialOf({ admissionPolicy, binding, message, reason, code }: AdmissionFinding, { request }: AdmissionInput): Denial {
  const { group, resource } = request.requestResource;
  const what = `${resourceName({ group, resource })} "${nameOf(request)}"`;
  const who = `ValidatingAdmissionPolicy '${admissionPolicy}' with binding '${binding}'`;
  return { code, reason, message: `${what} is forbidden: ${who} denied request: ${message}` };
}

/** apiserver: pkg/admission/errors.go, extractResourceName. A collection delete names nothing and has no `object`. */
function nameOf({ name, object }: AdmissionReviewRequest): string {
  if (name !== undefined && name !== "") return name;
  const { metadata } = fieldsOf(object);
  const { name: own, generateName } = fieldsOf(metadata);
  return [own, generateName].find((text) => typeof text === "string" && text !== "")?.toString() ?? "Unknown";
}

function warningOf({ admissionPolicy, binding, message }: AdmissionFinding): string {
  return `Validation failed for ValidatingAdmissionPolicy '${admissionPolicy}' with binding '${binding}': ${message}`;
}

/**
 * What a policy is evaluated with, once for each: objects of its paramKind in the Namespace of the request, or null
 * where it has none or the binding names none (apiserver: plugin/policy/generic/policy_dispatcher.go).
 */
function paramsFor({ paramKind }: AdmissionPolicy, { params }: PolicyBinding, { contents }: AdmissionInput): readonly unknown[] {
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

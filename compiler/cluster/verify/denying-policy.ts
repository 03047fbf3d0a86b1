import {
  type AdmissionAnswer,
  type AdmissionInput,
  AdmissionEvaluator,
  type AdmissionPolicy,
  type UntypedObject,
  type PolicyBinding,
  deleteOf,
  readAdmissionPolicies,
} from "../../simulator/admission/index.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { selectorText } from "./object-pages.ts";
import type { WantedPolicy } from "./wanted-policy.ts";
import { apiVersionOf } from "../../../runtime-fallback/kubernetes/resource.ts";

/** A policy as far as it denies deletes, evaluated here. */
export class DenyingPolicy {
  readonly policy: AdmissionPolicy;
  readonly bindings: readonly PolicyBinding[];
  readonly #evaluator: AdmissionEvaluator;
  readonly #matcher: AdmissionEvaluator;

  constructor(policy: AdmissionPolicy, bindings: readonly PolicyBinding[], kube: string) {
    this.policy = policy;
    this.bindings = bindings;
    this.#evaluator = new AdmissionEvaluator({ policies: [policy], bindings }, { kube });
    this.#matcher = new AdmissionEvaluator(matchingOnly(policy, bindings), { kube });
  }

  get name(): string {
    return this.policy.name;
  }

  /** Labels of the objects that it can be about, as a list takes them; empty: all. */
  get labelSelector(): string {
    return selectorText(this.policy.constraints.objectSelector);
  }

  /**
   * Whether it may say anything of deletes of this kind: by its match constraints, and by
   * conditions that look at no object.
   */
  matches(resource: ServedResource): boolean {
    const { group, version, kind, isNamespaced } = resource;
    const asked = { group, version, resource: resource.resource };
    const metadata = { name: "any", ...(isNamespaced && { namespace: "any" }) };
    const any: UntypedObject = { apiVersion: apiVersionOf({ group, version }), kind, metadata };
    return this.#matcher.evaluate(deleteOf(any, { resource: asked })).denial !== undefined;
  }

  evaluate(input: AdmissionInput): AdmissionAnswer {
    return this.#evaluator.evaluate(input);
  }
}

/** Undefined: the policy denies no deletes. Throws what `readAdmissionPolicies` and the evaluator throw. */
export function denyingPolicy(wanted: WantedPolicy, kube: string): DenyingPolicy | undefined {
  const { policies, bindings } = readAdmissionPolicies([wanted.policy, ...wanted.bindings]);
  const [policy] = policies;
  const denying = bindings.filter(({ validationActions }) => validationActions.includes("Deny"));
  if (policy === undefined || denying.length === 0 || !isAboutDeletes(policy)) return undefined;
  return new DenyingPolicy(policy, denying, kube);
}

function isAboutDeletes({ constraints }: AdmissionPolicy): boolean {
  return constraints.resourceRules.some(({ operations }) => operations.includes("DELETE") || operations.includes("*"));
}

/** Denies whatever the policy matches. */
function matchingOnly(policy: AdmissionPolicy, bindings: readonly PolicyBinding[]) {
  const matchConditions = policy.matchConditions.filter(({ expression }) => isAboutKinds(expression));
  const validation = { expression: "false", message: "matched", messageExpression: undefined, reason: "Forbidden" } as const;
  const constraints = { ...policy.constraints, objectSelector: {} };
  const without = { paramKind: undefined, variables: [], auditAnnotations: [] };
  const matching = { ...policy, constraints, ...without, matchConditions, validations: [validation] };
  return {
    policies: [matching],
    bindings: bindings.map((binding) => ({ ...binding, params: undefined, namespaceSelector: undefined })),
  };
}

/**
 * Says the same of all requests for a kind. Where a text looks like more, it counts as more:
 * then all objects are looked at.
 */
function isAboutKinds(expression: string): boolean {
  const rest = expression.replaceAll(/\brequest\.(resource|kind|requestResource|requestKind|operation)\b/g, "");
  return !/\b(request|object|oldObject|authorizer|params)\b/.test(rest);
}

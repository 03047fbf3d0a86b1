import type { UntypedObject } from "../../../compiler/simulator/admission/index.ts";
import type { AdmissionTask, Authorization, Equivalent, Oracle, OracleInput } from "../oracle.ts";
import { type Answer, combine } from "./answer.ts";
import type { Case } from "./cases.ts";
import { askedVerbs, askers, breaker } from "./cluster.ts";
import type { ComparedPolicy } from "./compared-policy.ts";
import type { Review } from "./review-recorder.ts";
import { group } from "./stored-objects.ts";

/** A case, and what admission was given for it. */
export interface RecordedCase extends Case {
  readonly reviews: readonly Review[];
}

/** What the cluster holds that is no part of a request. */
export interface Context {
  readonly namespaces: ReadonlyMap<string, UntypedObject>;
  readonly configMaps: readonly UntypedObject[];
}

/** The answers to the cases of one Namespace, with its policies and bindings in the given order. */
export async function askOracle(
  oracle: Oracle,
  policies: readonly ComparedPolicy[],
  cases: readonly RecordedCase[],
  { namespaces, configMaps, ...options }: Context & Pick<AdmissionTask, "compileAsServer">,
): Promise<readonly Answer[]> {
  const { answers } = await oracle.admit({
    policies: policies.map(({ policy }) => policy),
    bindings: policies.flatMap(({ bindings }) => bindings),
    ...(policies.some(takesParams) && {
      params: [{ apiVersion: "v1", kind: "ConfigMap", namespaced: true, objects: configMaps }],
    }),
    inputs: cases.flatMap((one) => one.reviews.map((review) => inputOf(one, review, namespaces))),
    skipChecks: true,
    ...options,
  });
  const rest = [...answers];
  return cases.map(({ act, reviews }) => {
    const evaluations = rest.splice(0, reviews.length);
    const problem = evaluations.find((evaluation) => evaluation.problem !== undefined)?.problem;
    if (problem !== undefined) throw new Error(`${act.title}: ${problem}`);
    return combine(evaluations);
  });
}

function takesParams({ policy }: ComparedPolicy): boolean {
  return "spec" in policy && typeof policy.spec === "object" && policy.spec !== null && "paramKind" in policy.spec;
}

function inputOf({ act }: Case, review: Review, namespaces: Context["namespaces"]): OracleInput {
  const namespace = review.kind.kind === "Namespace" ? undefined : namespaces.get(review.namespace ?? "");
  return {
    request: act.isReal === true ? asReal(review) : review,
    ...(namespace !== undefined && { namespaceObject: namespace }),
    authorizer: authorizations(review.userInfo.username ?? ""),
    equivalents: equivalentsOf(review),
  };
}

/** It was recorded as a dry run. */
function asReal(review: Review): Review {
  const { dryRun: _, ...options } = review.options as Readonly<Record<string, unknown>>;
  return { ...review, dryRun: false, options };
}

/** In the words of the RBAC authorizer. */
function authorizations(user: string): readonly Authorization[] {
  const because = (binding: string, role: string, subject: string) =>
    `RBAC: allowed by ClusterRoleBinding "${binding}" of ClusterRole "${role}" to ${subject}`;
  const discovery = "system:public-info-viewer";
  return [
    { ...breaker, decision: "Allow", reason: because("breaker", "breaker", `User "${breaker.user}"`) },
    {
      user,
      path: "/healthz",
      verb: "get",
      decision: "Allow",
      reason: because(discovery, discovery, 'Group "system:authenticated"'),
    },
    ...askedVerbs.map(
      (verb) =>
        ({ user, path: "", verb, decision: "Allow", reason: because("comparer", "comparer", `Group "${askers}"`) }) as const,
    ),
  ];
}

/** The two kinds here that have two versions. */
function equivalentsOf({ requestResource, requestKind, subResource }: Review): readonly Equivalent[] {
  const versions = { [group]: ["v1", "v1beta1"], autoscaling: ["v1", "v2"] }[requestResource.group] ?? [];
  return subResource !== undefined && subResource !== ""
    ? []
    : versions.map((version) => ({ resource: { ...requestResource, version }, kind: { ...requestKind, version } }));
}

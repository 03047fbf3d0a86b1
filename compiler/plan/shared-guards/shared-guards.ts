import type { AdmissionPolicyIr } from "../../ir/admission-policy.ts";
import type { PolicyFile } from "../../ir/policy.ts";
import type { PlannedPolicy } from "../index.ts";
import { groupOf } from "./group.ts";
import { dividedByHash } from "./hash-tree.ts";
import { joinedGuards } from "./joined-guards.ts";

/** Policies without the guards that are shared now, and those. */
export interface SharedGuards {
  readonly files: readonly PolicyFile<PlannedPolicy>[];
  readonly shared: readonly AdmissionPolicyIr[];
}

/**
 * An object that one label selects is asked what the guards of the others say, too, with their messages: so much dearer
 * it gets at most. (1,000 selected ConfigMaps in a Namespace that is deleted: 20 ms, and 90 ms and more with eight;
 * measured on 1.37.1.) Where all look at the same objects anyway, more of them together are cheaper.
 */
const mostSelectors = 4;
const mostPolicies = 16;

/**
 * Guards of several policies that ask about the same requests are one ValidatingAdmissionPolicy, since every write of
 * the cluster pays for each. `installation` begins its name, so that what several repositories put into one cluster
 * stays apart.
 *
 *     keep-a-guard-namespaces-with-configmaps      acme-guard-namespaces-with-configmaps-9c1b07
 *     keep-b-guard-namespaces-with-configmaps
 */
export function withGuardsShared(files: readonly PolicyFile<PlannedPolicy>[], installation: string): SharedGuards {
  const guards = files.flatMap(({ policies }) => policies.flatMap(({ admissionPolicies }) => admissionPolicies)).filter(isGuard);
  const groups = Map.groupBy(guards, groupOf);
  const shared = [...groups].flatMap(([group, own]) => sharedOf(own, { installation, group }));
  const moved = new Set(shared.flatMap(({ joined }) => joined));
  const left = files.map((file) => ({ ...file, policies: file.policies.map((policy) => without(policy, moved)) }));
  return { files: left, shared: shared.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

function isGuard({ validations, auditAnnotations }: AdmissionPolicyIr): boolean {
  return validations.every((validation) => validation.isGuard) && auditAnnotations.length === 0;
}

interface Group {
  readonly installation: string;
  readonly group: string;
}

/** What fits into none stays where it is. */
function sharedOf(guards: readonly AdmissionPolicyIr[], { installation, group }: Group): readonly AdmissionPolicyIr[] {
  const join = (own: readonly AdmissionPolicyIr[], place: string): AdmissionPolicyIr | undefined => {
    const selectors = new Set(own.map(({ params }) => JSON.stringify(params?.selector)));
    const isTooMuch = selectors.size > mostSelectors || new Set(own.map(({ policy }) => policy)).size > mostPolicies;
    return isTooMuch ? undefined : joinedGuards(own, { installation, group, place });
  };
  return dividedByHash(guards, join);
}

function without(policy: PlannedPolicy, moved: ReadonlySet<string>): PlannedPolicy {
  return { ...policy, admissionPolicies: policy.admissionPolicies.filter(({ name }) => !moved.has(name)) };
}

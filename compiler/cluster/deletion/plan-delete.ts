import { fieldsOf, textAt, textsOf } from "../../api/json.ts";
import { apiVersionOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { AskingClient } from "../verify/index.ts";
import { isSecret } from "./built-in-controllers.ts";
import { type DeletionPlan, deletionPlan } from "./deletion-plan.ts";
import { matchedKinds, paramKindOf } from "./matched-kinds.ts";
import { PolicyAdmission } from "./policy-admission.ts";
import type { PropagationPolicy } from "./propagation.ts";
import { readCluster } from "./read-cluster.ts";
import { type TargetPlace, type TargetQuery, targetsOf } from "./targets.ts";

export interface PlanQuery {
  readonly targets: readonly TargetQuery[];
  readonly place: TargetPlace;
  readonly propagationPolicy: PropagationPolicy;
  /** Who deletes; undefined: whom the client speaks as, where it says so. */
  readonly user: string | undefined;
  readonly groups: readonly string[];
  /** Policies and bindings that are not in the cluster, in place of those that are. */
  readonly policies: readonly unknown[] | undefined;
  /** The minor version of Kubernetes, where the cluster does not say: `1.37`. */
  readonly kube: string;
}

const admissionGroup = { group: "admissionregistration.k8s.io", version: "v1" };

/** What a delete would take, read from a cluster or from manifests. Asks for nothing but lists. */
export async function planDelete(client: AskingClient, query: PlanQuery): Promise<DeletionPlan> {
  const kube = await kubernetesOf(client, query);
  const { documents, gaps: policyGaps } = await policiesOf(client, query);
  const isAsked = readWhole(documents);
  const cluster = await readCluster(client, { isReadWhole: (kind) => deciding.has(keyOf(kind)) || isAsked(kind) });
  const { user, groups } = await whoDeletes(client, query);
  const webhooks = await listOf(client, "ValidatingWebhookConfiguration");
  const known = typeof webhooks === "string" ? [] : webhooks;
  const admission = new PolicyAdmission({ documents, webhooks: known, kube, user, groups, now: new Date().toISOString() });
  const { targets, place, propagationPolicy } = query;
  const deleted = { targets: targetsOf(targets, place, cluster), propagationPolicy, objects: cluster.objects };
  const podsFirst = Number(kube.split(".")[1]) >= 33;
  const plan = deletionPlan(deleted, { kinds: cluster.kinds, admission, podsFirst });
  const notAsked = admission.notEvaluated.map(({ policy, why }) => `${policy} may deny: ${why}`);
  const hidden = typeof webhooks === "string" ? [`webhooks are not shown: ${webhooks}; any may deny`] : [];
  return { ...plan, gaps: [...policyGaps, ...hidden, ...cluster.gaps, ...notAsked] };
}

/** Kinds of which more than the metadata says what goes: Secrets are not among them. */
export const deciding: ReadonlySet<string> = new Set(["/namespaces", "/pods", "/persistentvolumeclaims", "/persistentvolumes"]);

export const keyOf = ({ group, resource }: ServedResource): string => `${group}/${resource}`;

export async function kubernetesOf(client: AskingClient, { kube }: Pick<PlanQuery, "kube">): Promise<string> {
  const { status, body } = await client.get("/version");
  const [major, minor] = [textAt(body, "major"), textAt(body, "minor")?.replace(/\D+$/, "")];
  return status === 200 && major !== undefined && minor !== undefined ? `${major}.${minor}` : kube;
}

export async function policiesOf(client: AskingClient, { policies }: Pick<PlanQuery, "policies">) {
  if (policies !== undefined) return { documents: policies, gaps: [] };
  const names = ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"];
  const lists = await Promise.all(names.map((kind) => listOf(client, kind)));
  return {
    documents: lists.flatMap((list) => (typeof list === "string" ? [] : list)),
    gaps: lists.flatMap((list, at) =>
      typeof list === "string" ? [`${names[at] ?? ""} objects are not shown: ${list}; any may deny`] : [],
    ),
  };
}

export async function listOf(client: AskingClient, kind: string): Promise<readonly object[] | string> {
  const resource = { ...admissionGroup, resource: `${kind.toLowerCase().replace(/y$/, "ie")}s` };
  const found = await client.listAll({ resource });
  if (typeof found === "string") return found;
  return found.map((one) => ({ ...one, apiVersion: "admissionregistration.k8s.io/v1", kind }));
}

/** Kinds that a policy matches, or looks up: its rules read any of their fields. */
export function readWhole(documents: readonly unknown[]): (kind: ServedResource) => boolean {
  const matches = documents.map(matchedKinds);
  const looked = new Set(documents.map(paramKindOf));
  return (kind) =>
    !isSecret(kind) && (looked.has(`${apiVersionOf(kind)} ${kind.kind}`) || matches.some((isMatched) => isMatched(kind)));
}

async function whoDeletes(client: AskingClient, { user, groups }: PlanQuery) {
  if (user !== undefined) return { user, groups };
  const { status, body } = await client.review("self", {});
  const info = fieldsOf(fieldsOf(body["status"])["userInfo"]);
  if (status >= 300 || typeof info["username"] !== "string") return { user: "you", groups };
  return { user: info["username"], groups: textsOf(info["groups"]) };
}

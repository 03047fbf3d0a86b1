import { fieldsOf, textAt, textsOf } from "../../api/json.ts";
import { apiVersionOf } from "../../../runtime-fallback/kubernetes/resource.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { AskingClient } from "../verify/index.ts";
import { isSecret } from "../deletion/controllers/built-in-controllers.ts";
import { isOfCrossplane } from "../deletion/controllers/crossplane.ts";
import { matchedKinds, paramKindOf, readsMoreThanMetadata } from "../deletion/matched-kinds.ts";
import { PolicyAdmission } from "../deletion/policy-admission.ts";
import { type ReadCluster, type ReadSoFar, readCluster } from "./read-cluster.ts";
import { isDecidingForExternals } from "../deletion/losses/external-resources.ts";
import { isUsage } from "../deletion/losses/usages.ts";

export interface ViewQuery {
  /** Who deletes; undefined: whom the client speaks as, where it says so. */
  readonly user?: string | undefined;
  readonly groups?: readonly string[];
  /** Policies and bindings that are not in the cluster, in place of those that are. */
  readonly policies?: readonly unknown[] | undefined;
  /** The minor version of Kubernetes, where the cluster does not say (default: `1.37`). */
  readonly kube?: string;
  readonly now?: Date;
  /** Who wrote which field when. */
  readonly keepsManagedFields?: boolean;
  readonly onProgress?: (read: ReadSoFar) => void;
}

/** All that decides what a delete takes: objects, and who is asked. */
export interface DeletionView {
  readonly cluster: ReadCluster;
  /** Policies and bindings. */
  readonly documents: readonly unknown[];
  /** Whether any policy, or any webhook, may be there that is not shown. */
  readonly hidden: readonly ("policy" | "webhook")[];
  readonly admission: PolicyAdmission;
  /** Since 1.33 the Pods of a Namespace go first. */
  readonly podsFirst: boolean;
  /** What is not known before anything is deleted, a line for each. */
  readonly gaps: readonly string[];
}

const admissionGroup = { group: "admissionregistration.k8s.io", version: "v1" };

/** Asks for nothing but lists. */
export async function readDeletionView(client: AskingClient, query: ViewQuery): Promise<DeletionView> {
  const kube = await kubernetesOf(client, query);
  const { documents, gaps: policyGaps } = await policiesOf(client, query);
  const isAsked = readWhole(documents);
  const isReadWhole = (kind: ServedResource): boolean => isDeciding(kind) || isAsked(kind);
  const keepsManagedFields = query.keepsManagedFields === true || JSON.stringify(documents).includes("managedFields");
  const cluster = await readCluster(client, { isReadWhole, keepsManagedFields, onProgress: query.onProgress });
  const { user, groups } = await whoDeletes(client, query);
  const webhooks = await webhooksOf(client);
  const known = typeof webhooks === "string" ? [] : webhooks;
  const webhookGaps = typeof webhooks === "string" ? [`webhooks are not shown: ${webhooks}; any may deny`] : [];
  const now = (query.now ?? new Date()).toISOString();
  return {
    cluster,
    documents,
    hidden: [
      ...(policyGaps.length === 0 ? [] : (["policy"] as const)),
      ...(webhookGaps.length === 0 ? [] : (["webhook"] as const)),
    ],
    admission: new PolicyAdmission({ documents, webhooks: known, kube, user, groups, now }),
    podsFirst: Number(kube.split(".")[1]) >= 33,
    gaps: [...policyGaps, ...webhookGaps, ...cluster.gaps],
  };
}

/** Kinds of which more than the metadata says what goes: Secrets are not among them. */
const deciding: ReadonlySet<string> = new Set([
  "/namespaces",
  "/pods",
  "/persistentvolumeclaims",
  "/persistentvolumes",
  "apps/statefulsets",
  "batch/jobs",
]);

function isDeciding(kind: ServedResource): boolean {
  return deciding.has(`${kind.group}/${kind.resource}`) || isUsage(kind) || isOfCrossplane(kind) || isDecidingForExternals(kind);
}

async function kubernetesOf(client: AskingClient, { kube = "1.37" }: ViewQuery): Promise<string> {
  const { status, body } = await client.get("/version");
  const [major, minor] = [textAt(body, "major"), textAt(body, "minor")?.replace(/\D+$/, "")];
  return status === 200 && major !== undefined && minor !== undefined ? `${major}.${minor}` : kube;
}

async function policiesOf(client: AskingClient, { policies }: ViewQuery) {
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

export /** Both kinds may deny a delete. */
async function webhooksOf(client: AskingClient): Promise<readonly object[] | string> {
  const names = ["ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"];
  const lists = await Promise.all(names.map((kind) => listOf(client, kind)));
  return lists.find((list) => typeof list === "string") ?? lists.flatMap((list) => (typeof list === "string" ? [] : list));
}

async function listOf(client: AskingClient, kind: string): Promise<readonly object[] | string> {
  const resource = { ...admissionGroup, resource: `${kind.toLowerCase().replace(/y$/, "ie")}s` };
  const found = await client.listAll({ resource });
  if (typeof found === "string") return found;
  return found.map((one) => ({ ...one, apiVersion: "admissionregistration.k8s.io/v1", kind }));
}

/** Kinds that a policy matches, or looks up, and of which it reads more than the metadata. */
function readWhole(documents: readonly unknown[]): (kind: ServedResource) => boolean {
  const matches = documents.filter((one) => readsMoreThanMetadata(one, "oldObject")).map(matchedKinds);
  const looked = new Set(documents.filter((one) => readsMoreThanMetadata(one, "params")).map(paramKindOf));
  return (kind) =>
    !isSecret(kind) && (looked.has(`${apiVersionOf(kind)} ${kind.kind}`) || matches.some((isMatched) => isMatched(kind)));
}

async function whoDeletes(client: AskingClient, { user, groups = [] }: ViewQuery) {
  if (user !== undefined) return { user, groups };
  const { status, body } = await client.review("self", {});
  const info = fieldsOf(fieldsOf(body["status"])["userInfo"]);
  if (status >= 300 || typeof info["username"] !== "string") return { user: "you", groups };
  return { user: info["username"], groups: textsOf(info["groups"]) };
}

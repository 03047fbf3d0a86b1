import { ApiRejected, type ApiServer } from "../../kubernetes/api-server.ts";
import type { Discovery } from "../../kubernetes/discovery/discovery.ts";
import { get } from "../../kubernetes/get.ts";
import { list } from "../../kubernetes/list.ts";
import { isPathSegment, type ObjectKey, type ResourceId } from "../../kubernetes/resource.ts";
import type { ServedResource } from "../../kubernetes/discovery/served-resource.ts";
import { keyOf } from "../../kubernetes/stored-object.ts";
import type { Ready, ReadyReason } from "../condition.ts";
import type { SeenReference } from "./seen.ts";
import type { UsageKind } from "../../../compiler/api/usage-kinds.ts";
import { controllerOf, isSelected, type Selection } from "./selections.ts";
import { namespaceMeant, type Usage, type UsageReference } from "../usage.ts";

export interface UsageCluster {
  readonly api: ApiServer;
  readonly discovery: Discovery;
  /** Those that are looked after: of others nothing can be read. */
  readonly usageKinds: readonly UsageKind[];
}

export interface UsageFlags {
  /** Where the webhook runs: about what is there, and about that Namespace, it is never asked. */
  readonly namespace: string;
  /** Whether a Usage in a namespace may name what is in another. */
  readonly acrossNamespaces: "allowed" | "denied";
  /**
   * Whether a delete that was denied is made up for where somebody asks for it; only where the
   * rules of attempts are in force.
   */
  readonly attempts?: "replayed" | "ignored";
  /**
   * Why what the rules protect is not enforced now, by the configuration in the cluster and by every
   * replica; absent: nobody looks.
   */
  unenforced?(resource: ResourceId, signal: AbortSignal): Promise<string | undefined>;
  /** What the rules protect: a Usage of anything else would be a promise that nobody keeps. */
  protects(resource: { readonly group: string; readonly resource: string }): boolean;
}

export interface ReferenceQuery {
  readonly usage: Usage;
  readonly reference: UsageReference | undefined;
  readonly field: "of" | "by";
  readonly signal: AbortSignal;
}

/**
 * What a reference means, and what is stored there now. Throws where the API server cannot tell;
 * `MayNotRead` where it does not tell us.
 */
export async function see(cluster: UsageCluster, flags: UsageFlags, query: ReferenceQuery): Promise<SeenReference> {
  try {
    return await seeAllowed(cluster, flags, query);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    const kept = query.usage.isBeingDeleted && query.field === "of" ? ", so the mark stays" : "";
    return denied("MayNotRead", `the controller has no right to it${kept}: ${error.message}`);
  }
}

/** No right to it: neither a failure, nor an answer. */
export function isForbidden(error: unknown): error is ApiRejected {
  return error instanceof ApiRejected && error.answer.status === 403;
}

async function seeAllowed(cluster: UsageCluster, flags: UsageFlags, query: ReferenceQuery): Promise<SeenReference> {
  const { usage, reference, field, signal } = query;
  if (reference === undefined || (reference.name === undefined && reference.selector === undefined)) return { state: "none" };
  const found = await cluster.discovery.findKind({ group: reference.group, kind: reference.kind });
  if (found.state === "unknown") throw new Error(found.why);
  if (found.state === "not served" && usage.isBeingDeleted) return { state: "none" };
  if (found.state === "not served")
    return denied("NotServed", `spec.${field}: ${reference.kind} of "${reference.group}" is no kind of this cluster`);
  // What was marked is unmarked, whatever is allowed by now.
  const objection = usage.isBeingDeleted ? undefined : objectionTo(flags, query, found.resource);
  if (objection !== undefined) return objection;
  const namespace = namespaceOf(query, found.resource);
  const choice = { resource: idOf(found.resource), kind: reference.kind, namespace };
  return reference.name === undefined
    ? seeSelected(cluster.api, query, choice)
    : seeNamed(cluster.api, reference.name, { ...choice, signal });
}

async function seeSelected(api: ApiServer, query: ReferenceQuery, choice: Choice): Promise<SeenReference> {
  // A Usage that goes has nothing to select any more.
  if (query.usage.isBeingDeleted) return { state: "none" };
  const { resource, kind } = choice;
  const selection = selectionOf(query, choice);
  const key = selection === undefined ? undefined : await select(api, selection, { resource, signal: query.signal });
  if (key !== undefined) return { state: "selected", place: { resource, kind, key } };
  return { state: "selecting", resource, selection: selection ?? { ...noSelection, namespace: choice.namespace } };
}

async function seeNamed(
  api: ApiServer,
  name: string,
  { resource, kind, namespace, signal }: Choice & { readonly signal: AbortSignal },
): Promise<SeenReference> {
  // Nothing has such a name, so nothing of that name was marked.
  if (!isPathSegment(name) || (namespace !== undefined && !isPathSegment(namespace))) return { state: "none" };
  const key: ObjectKey = namespace === undefined ? { name } : { namespace, name };
  const place = { resource, kind, key };
  const object = await get(api, resource, key, { signal });
  return object === undefined ? { state: "absent", place } : { state: "found", place, object };
}

function objectionTo(flags: UsageFlags, query: ReferenceQuery, served: ServedResource): SeenReference | undefined {
  const { usage, reference, field } = query;
  const { namespace: own } = usage.key;
  const { resource, isNamespaced } = served;
  const namespace = namespaceOf(query, served);
  const unprotected = field === "of" ? unprotectedBecause(flags, query, served) : undefined;
  if (unprotected !== undefined) return denied("NotProtected", `${unprotected}, so a Usage cannot either`);
  if (reference?.name !== undefined && !isPathSegment(reference.name))
    return denied("InvalidName", `nothing can be named as spec.${field}.resourceRef.name says`);
  if (!isNamespaced) return undefined;
  if (namespace === undefined)
    return denied("NamespaceMissing", `${resource} are in namespaces: say which in spec.${field}.resourceRef.namespace`);
  if (!isPathSegment(namespace)) return denied("InvalidName", `no namespace can be named as spec.${field} says`);
  if (own === undefined || own === namespace) return undefined;
  if (field === "of" && flags.acrossNamespaces === "allowed") return undefined;
  const help = field === "of" ? ", or set `acrossNamespaces` among the `usages` of the fallback and compile it again" : "";
  return denied("OtherNamespace", `a Usage refers to what is in its own namespace ${own}: make a ClusterUsage${help}`);
}

function unprotectedBecause(flags: UsageFlags, query: ReferenceQuery, served: ServedResource): string | undefined {
  const { group, resource } = served;
  if (!flags.protects({ group, resource })) return `no rule protects ${resource} of "${group}"`;
  const place = group === "" && resource === "namespaces" ? query.reference?.name : namespaceOf(query, served);
  return place === flags.namespace ? `no rule that asks protects the Namespace ${place}, where Holdfast runs` : undefined;
}

function denied(reason: ReadyReason, message: string): SeenReference {
  const ready: Ready = { status: "False", reason, message };
  return { state: "denied", ready };
}

function namespaceOf({ usage, reference }: ReferenceQuery, { isNamespaced }: ServedResource): string | undefined {
  if (!isNamespaced) return undefined;
  return namespaceMeant(reference, usage.key.namespace);
}

interface Choice {
  readonly resource: ResourceId;
  readonly kind: string;
  readonly namespace: string | undefined;
}

/** Nothing has this controller. */
const noSelection = { labels: {}, controller: "none" } as const;

/** Undefined where nothing can be selected: the Usage has no controller that another object could share. */
function selectionOf({ usage, reference }: ReferenceQuery, { namespace }: Choice): Selection | undefined {
  const { labels = {}, matchControllerRef = false } = reference?.selector ?? {};
  const controller = matchControllerRef ? controllerOf(usage.object) : undefined;
  return matchControllerRef && controller === undefined ? undefined : { namespace, labels, controller };
}

/** The first by name, so that every controller would choose alike. */
async function select(
  api: ApiServer,
  selection: Selection,
  { resource, signal }: { readonly resource: ResourceId; readonly signal: AbortSignal },
): Promise<ObjectKey | undefined> {
  const { namespace, labels } = selection;
  // No object has such a label.
  if (!Object.entries(labels).every(isLabel)) return undefined;
  const labelSelector = Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(",");
  const query = { resource, metadataOnly: true, ...(namespace !== undefined && { namespace }) };
  const { items } = await list(api, labelSelector === "" ? query : { ...query, labelSelector }, { signal });
  const fits = items.filter((one) => isSelected(one, selection));
  const [first] = fits.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  return first === undefined ? undefined : keyOf(first);
}

/**
 * As the API server takes them (apimachinery: util/validation, IsQualifiedName and IsValidLabelValue); anything
 * else would be another selector.
 */
function isLabel([name, value]: readonly [string, string]): boolean {
  const part = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)$/;
  const prefix = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;
  const [last = "", first, ...rest] = name.split("/").toReversed();
  if (rest.length > 0 || (first !== undefined && !prefix.test(first))) return false;
  return part.test(last) && (value === "" || part.test(value));
}

function idOf({ group, version, resource }: ServedResource): ResourceId {
  return { group, version, resource };
}

import { type Decision, allowed, forbidden, type DecisionContext, type Route } from "../webhook/decision.ts";
import type { AppcatLookups, CompositeState } from "./composite-state.ts";
import { type MinimumAge, minutesText, missingAgeMs } from "./minimum-age.ts";
import { type UntypedLabels, type CompositeOwner, isTrue, labelsOf, readOwner } from "./owner.ts";
import { metadataOf } from "../../compiler/api/json.ts";
import type { AdmissionReviewRequest } from "../../compiler/api/admission-review.ts";
import { boundedName } from "../escape-text.ts";
import { resourceName, type GroupResource, appcatKinds, namespaces } from "../../compiler/api/resource.ts";
import { type Coverage, coversDeletesOf } from "../webhook/coverage.ts";
import type { Review } from "../webhook/review/review.ts";

export interface BackendGuard {
  readonly lookups: AppcatLookups;
  readonly ages: readonly MinimumAge[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Whether an object of AppCat's backend may be deleted: not as long as its composite lives (VSHN AppCat, ADR 0019,
 * "Backend Proposal 3"). The age comes first, and no label overrides it. Overrides need no look at the composite: they
 * are the override also when nobody can look.
 */
export async function decideManaged(
  { lookups, ages, now }: BackendGuard,
  request: AdmissionReviewRequest,
  signal: AbortSignal,
): Promise<Decision> {
  if (isTerminating(request.oldObject)) return allowed();
  const missingMs = missingAgeMs(request, ages, now());
  if (missingMs !== undefined) return tooYoung(request, missingMs);
  const labels = labelsOf(request.oldObject);
  if (isTrue(labels, overrideLabel)) return overridden(request);
  return decideByOwner({ request, labels, place: "the object" }, lookups, signal);
}

/**
 * The same for what AppCat made only by way of something else, as the volumes of a StatefulSet: the labels of its
 * Namespace count. A Namespace without any of them is of no instance; one that is terminating was let go, and keeps
 * nothing that is in it.
 */
export async function decideUnmanaged(
  { lookups }: BackendGuard,
  request: AdmissionReviewRequest,
  signal: AbortSignal,
): Promise<Decision> {
  const { namespace = "" } = request;
  if (namespace === "")
    throw new Error("objects in no Namespace are of no Namespace's instance: take them out of the configuration");
  if (isTerminating(request.oldObject)) return allowed();
  const found = await lookups.namespace(namespace, signal);
  if (found === undefined || isTerminating(found)) return allowed();
  const labels = labelsOf(found);
  if (readOwner(labels).is === "none") return allowed();
  if (isOverriddenFor(request, labels)) return overridden(request);
  return decideByOwner({ request, labels, place: `Namespace ${namespace}` }, lookups, signal);
}

interface Guarded {
  readonly request: AdmissionReviewRequest;
  /** Those that name the composite. */
  readonly labels: UntypedLabels;
  readonly place: string;
}

async function decideByOwner(
  { request, labels, place }: Guarded,
  lookups: AppcatLookups,
  signal: AbortSignal,
): Promise<Decision> {
  const read = readOwner(labels);
  if (read.is !== "named") {
    const missing = read.is === "none" ? "the labels that name its composite" : read.missing.join(", ");
    return denied(request, `${place} lacks ${missing}, so nobody can tell whether the instance still exists`);
  }
  const state = await lookups.composite(read.owner, signal);
  if (state === "gone" || state === "terminating") return allowed();
  const why = whyOf(state, read.owner);
  return denied(request, state === "lives" ? `${why}. It goes when the claim of the instance is deleted` : why);
}

function whyOf(state: Exclude<CompositeState, "gone" | "terminating">, owner: CompositeOwner): string {
  return `${ownerText(owner)} ${stateText[state]}`;
}

/** On the object, or on its Namespace; volumes have a label of their own there. */
function isOverriddenFor({ kind, oldObject }: AdmissionReviewRequest, ofNamespace: UntypedLabels): boolean {
  const isVolume = kind.kind.startsWith("PersistentVolume");
  return (
    isTrue(labelsOf(oldObject), overrideLabel) ||
    isTrue(ofNamespace, overrideLabel) ||
    (isVolume && isTrue(ofNamespace, overrideForVolumesLabel))
  );
}

function denied(request: AdmissionReviewRequest, why: string): Decision {
  return forbidden(
    `${shownObject(request)} is part of an AppCat instance: ${why}; to delete it alone, first run: ${commandFor(request)}`,
  );
}

function tooYoung(request: AdmissionReviewRequest, missingMs: number): Decision {
  return forbidden(`${shownObject(request)} is too young to be deleted, for its billing: try again in ${minutesText(missingMs)}`);
}

function overridden(request: AdmissionReviewRequest): Decision {
  const message = `${shownObject(request)} may be part of an AppCat instance, and is deleted because a label overrides that`;
  return allowed({ warnings: [message], auditAnnotations: { overridden: message } });
}

function isTerminating(object: unknown): boolean {
  const metadata = (object as { readonly metadata?: { readonly deletionTimestamp?: unknown } } | undefined)?.metadata;
  return metadata?.deletionTimestamp !== undefined;
}

const overrideLabel = "appcat.vshn.io/webhook-allowdeletion";

/** On the Namespace, for kinds whose names begin with PersistentVolume. */
const overrideForVolumesLabel = "appcat.vshn.io/webhook-allowpvcdeletion";

/** What is to be said after the composite's name where it keeps the object. */
const stateText: Readonly<Record<Exclude<CompositeState, "gone" | "terminating">, string>> = {
  lives: "exists, and is not being deleted",
  "not declared": "is of a kind that the configuration of this guard does not name, and is not looked up",
  "not served": "is of a kind that the API server does not serve, so nobody can tell whether it still exists",
  "no composite": "can be no composite: these are in no Namespace, and have plain names",
};

/** `PersistentVolumeClaim shop/data`; in a deletecollection the request has no name, and the object does. */
function shownObject({ kind, namespace = "", oldObject }: AdmissionReviewRequest): string {
  const name = objectName(oldObject);
  // A request about a Namespace has its own name as its namespace.
  const isNamespace = kind.group === "" && kind.kind === "Namespace";
  return `${boundedName(kind.kind)} ${namespace === "" || isNamespace ? "" : `${boundedName(namespace)}/`}${boundedName(name)}`;
}

/** `composite XVSHNRedis redis-x4f`: names come from labels. */
function ownerText({ kind, group, name }: CompositeOwner): string {
  return `its composite ${boundedName(kind)}.${boundedName(group)} ${boundedName(name)}`;
}

/** The label that lets it go, as a command. */
function commandFor({ kind, resource: { group, resource }, namespace = "", oldObject }: AdmissionReviewRequest): string {
  const isNamespace = kind.group === "" && kind.kind === "Namespace";
  const target = `${resourceName({ group, resource })}/${boundedName(objectName(oldObject))}`;
  const place = namespace === "" || isNamespace ? "" : ` -n ${boundedName(namespace)}`;
  return `kubectl label ${target}${place} ${overrideLabel}=true`;
}

function objectName(object: unknown): string {
  const metadata = metadataOf(object);
  return String(metadata["name"]);
}

type Decides = (guard: BackendGuard, request: Review["request"], signal: AbortSignal) => Promise<Decision>;

/**
 * `objects`: those that the declaration names. Where the API server asks about AppCat's backend;
 * compiler/install/webhooks/appcat-webhooks.ts aims at these paths.
 */
export function appcatRoutes(guard: BackendGuard, objects: readonly GroupResource[]): readonly Route[] {
  const route = (path: string, rule: string, [covers, decides]: readonly [readonly Coverage[], Decides]): Route => ({
    path,
    rule,
    covers,
    decide: async ({ request }: Review, { deadline }: DecisionContext) => decides(guard, request, deadline.signal),
  });
  return [
    route("/appcat/managed", "appcat managed", [coversDeletesOf([namespaces, ...appcatKinds.owned, ...objects]), decideManaged]),
    route("/appcat/unmanaged", "appcat unmanaged", [coversDeletesOf(appcatKinds.unmanaged), decideUnmanaged]),
  ];
}

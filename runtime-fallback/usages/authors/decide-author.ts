import type { AdmissionReviewRequest, UserInfo } from "../../../compiler/api/admission-review.ts";
import { beforeAbort } from "../../kubernetes/http/deadline.ts";
import { type Discovery, discover } from "../../kubernetes/discovery/discovery.ts";
import type { ServedResource } from "../../kubernetes/discovery/served-resource.ts";
import { boundedName } from "../../escape-text.ts";
import { type Caller, type DecisionContext, type Decision, allowed, forbidden, type Route } from "../../webhook/decision.ts";
import { fieldsOf, isJsonObject } from "../../../compiler/api/json.ts";
import { decodeReference, namespaceMeant } from "../usage.ts";
import { resourceName } from "../../../compiler/api/resource.ts";
import { type ApiServer, ApiRejected } from "../../kubernetes/api-server.ts";
import type { Clock } from "../../clock.ts";
import { usageKinds, crossplaneGroups } from "../../../compiler/api/usage-kinds.ts";
import type { Coverage } from "../../webhook/coverage.ts";
import { accessReviewsLimit } from "./access-reviews-limit.ts";
import { protectionGroup } from "../../../compiler/api/names.ts";

export interface AuthorGuard {
  readonly api: ApiServer;
  readonly discovery: Discovery;
  /** Throws where the caller has had too many access reviews. */
  readonly limit: (caller: Caller) => void;
}

/**
 * Whether somebody may make a Usage: who keeps everybody from deleting an object has to be allowed to delete it.
 * Otherwise whoever may create Usages could stop the work of others. There are no exceptions by name; a
 * controller passes by its rights.
 */
export async function decideAuthor(
  { api, discovery, limit }: AuthorGuard,
  request: AdmissionReviewRequest,
  { deadline: { signal }, caller }: Pick<DecisionContext, "deadline" | "caller">,
): Promise<Decision> {
  const claim = claimOf(request.object, request.namespace);
  if (claim === undefined) return allowed();
  if (request.operation === "UPDATE" && isWithin(claim, claimOf(request.oldObject, request.namespace))) return allowed();
  limit(caller);
  const found = await beforeAbort(discovery.findKind(claim), signal);
  if (found.state === "unknown") throw new Error(found.why);
  const resourceAttributes = found.state === "served" ? deleteOf(claim, found.resource) : deleteOfGroup(claim);
  if (await isAuthorized(api, request.userInfo, { resourceAttributes, signal })) return allowed();
  return forbidden(denialOf(claim, resourceAttributes, request));
}

/** As the API server itself asks about such a delete: a Namespace is in itself there. */
function deleteOf(
  { namespace, name }: UsageClaim,
  { group, version, resource, isNamespaced }: ServedResource,
): ResourceAttributes {
  const isNamespace = group === "" && resource === "namespaces";
  const place = isNamespace ? name : namespace;
  return {
    verb: "delete",
    group,
    version,
    resource,
    ...((isNamespaced || isNamespace) && place !== undefined && { namespace: place }),
    ...(name !== undefined && { name }),
  };
}

/**
 * Nobody can have a right to a kind that is not served, and what the Usage names may be served tomorrow: then it would
 * keep what its author never had a right to. So it takes the right to delete everything of the group, and in every
 * Namespace: it is unknown whether the kind will have Namespaces.
 */
function deleteOfGroup({ group }: UsageClaim): ResourceAttributes {
  return { verb: "delete", group, version: "*", resource: "*" };
}

function denialOf(
  { name, kind: claimed, group: ofGroup }: UsageClaim,
  { group, resource, namespace }: ResourceAttributes,
  { userInfo, kind }: AdmissionReviewRequest,
): string {
  const author = word(userInfo.username);
  if (resource === "*") {
    return (
      `usageAuthor: this API server does not serve ${word(claimed)} of "${boundedName(ofGroup)}" yet, so ${author} needs the right to ` +
      `delete everything of that group, in all Namespaces, to make a ${kind.kind} of it: apply the definition first and try again after ten seconds, or ` +
      `correct spec.of`
    );
  }
  const type = resourceName({ group, resource });
  const which = name === undefined ? `every one of ${type}` : `${type} ${word(name)}`;
  const where = namespace === undefined ? "" : ` in namespace ${word(namespace)}`;
  const why = name === undefined ? ", as any of them may be selected" : "";
  return (
    `usageAuthor: a ${kind.kind} keeps others from deleting what it names, so ${author} needs the right to delete ` +
    `${which}${where}${why}: grant the verb delete, or let somebody who has it make the ${kind.kind}`
  );
}

const word = (text: string): string => `"${boundedName(text)}"`;

/** What a Usage keeps others from deleting. */
interface UsageClaim {
  readonly group: string;
  readonly kind: string;
  /** Of the object, if it is in one: discovery knows. */
  readonly namespace: string | undefined;
  /** Undefined where a selector finds it: any there may be. */
  readonly name: string | undefined;
}

/** Undefined where it names nothing; it protects nothing then, and the controller says so on it. */
function claimOf(usage: unknown, namespace: string | undefined): UsageClaim | undefined {
  const spec = fieldsOf(fieldsOf(usage)["spec"]);
  const reference = decodeReference(spec["of"]);
  if (reference === undefined || (reference.name === undefined && reference.selector === undefined)) return undefined;
  const { group, kind, name } = reference;
  return { group, kind, name, namespace: namespaceMeant(reference, namespace) };
}

/**
 * Whether a Usage that claimed `before` claims nothing more: what was selected is written into it, by a controller that
 * need not be allowed to delete.
 */
function isWithin(claim: UsageClaim, before: UsageClaim | undefined): boolean {
  if (before === undefined) return false;
  const isSamePlace = claim.group === before.group && claim.kind === before.kind && claim.namespace === before.namespace;
  return isSamePlace && (before.name === undefined || before.name === claim.name);
}

interface ResourceAttributes {
  readonly verb: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  /** Every namespace where it is left out, or none for what is in none. */
  readonly namespace?: string;
  /** Every name where it is left out. */
  readonly name?: string;
}

const accessReviewsPath = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

/** Whether the API server would let them, by all that it knows of them. Rejects where it does not answer that. */
async function isAuthorized(
  server: ApiServer,
  { username, uid, groups, extra }: UserInfo,
  { resourceAttributes, signal }: { readonly resourceAttributes: ResourceAttributes; readonly signal: AbortSignal },
): Promise<boolean> {
  const body = {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SubjectAccessReview",
    spec: { resourceAttributes, user: username, uid, groups, extra },
  };
  const answer = await server.request({ method: "POST", path: accessReviewsPath, body, signal });
  const { status } = answer.body;
  if (answer.status !== 201 || !isJsonObject(status)) throw new ApiRejected("the review of who may make a Usage", answer);
  return status["allowed"] === true && status["denied"] !== true;
}

/** The versions whose `spec` is known here. */
const versionsOf: Readonly<Record<string, readonly string[]>> = {
  [protectionGroup]: ["v1alpha1"],
  [crossplaneGroups.protection]: ["v1beta1"],
  [crossplaneGroups.apiextensions]: ["v1alpha1", "v1beta1"],
};

const coverage: readonly Coverage[] = usageKinds.map(({ group, resource }) => ({
  group,
  resource,
  versions: versionsOf[group] ?? [],
  operations: ["CREATE", "UPDATE"],
}));

/**
 * Where the API server asks who makes a Usage; compiler/install/webhooks/usage-author-webhooks.ts aims at this path.
 */
export function usageAuthorRoutes(api: ApiServer, clock: Clock): readonly Route[] {
  // A kind that is not served needs a wider right, so a miss may be remembered: no stranger has the API
  // server list its kinds each time.
  const guard = { api, discovery: discover(api, { clock }), limit: accessReviewsLimit(clock) };
  return [
    {
      path: "/usage-authors",
      rule: "usage authors",
      covers: coverage,
      decide: ({ request }, circumstances) => decideAuthor(guard, request, circumstances),
    },
  ];
}

import type { ServedApis } from "../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import { type ServerReview, type StagedReview, NotStaged, notAsked } from "./server-review.ts";
import {
  type Stage,
  findPlace,
  inPlace,
  stageNamespace,
  type StagedPlace,
  bodyOf,
  isBeingDeleted,
  denied,
} from "./stage-place.ts";
import { isTestedObject } from "../simulator/testing/object-problem.ts";
import { isJsonObject } from "../api/json.ts";
import type { RequestDescription, TestedObject } from "../simulator/testing/request-description.ts";
import { type ApiRequest, mergePatch } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { until } from "./until.ts";

/** Makes what a review needs in the cluster, before any policy is there. */
export async function stageReview(review: ServerReview, stage: Stage, discovery: ServedApis): Promise<StagedReview> {
  const { request } = review;
  const resource = await findResource(request, discovery);
  const namespaceObject = resource.isNamespaced ? await stageNamespace(request, stage) : undefined;
  const namespace = namespaceObject?.metadata?.name;
  const place = await findPlace(request, resource, { stage, namespace });
  const asked: RequestDescription = {
    ...request,
    object: inPlace(request.object, place),
    ...(request.oldObject !== undefined && { oldObject: inPlace(request.oldObject, place) }),
    ...(request.namespace !== undefined && namespace !== undefined && { namespace: inNamespace(request.namespace, namespace) }),
    ...(request.permissions !== undefined && { permissions: permissionsIn(request, namespace) }),
    dryRun: true,
  };
  const objects = await stageObjects(asked, { place, resource, stage });
  const { through: _through, namespace: _namespace, ...unchanged } = asked;
  const stored = { ...unchanged, ...objects, ...(namespaceObject !== undefined && { namespace: namespaceObject }) };
  return { review, resource, asked, stored, send: requestFor(asked, place, objects), namespace };
}

function inNamespace(description: NonNullable<RequestDescription["namespace"]>, name: string) {
  const { metadata, ...own } = description;
  return metadata === undefined ? { ...own, name } : { ...own, metadata: { ...metadata, name } };
}

/** Rights in the Namespace of the test are rights in that of the review, and so are those of its service accounts. */
function permissionsIn({ object, namespace: around, permissions = [] }: RequestDescription, namespace: string | undefined) {
  const original = object.metadata?.namespace ?? around?.metadata?.name ?? around?.name ?? "default";
  if (namespace === undefined) return permissions;
  const account = `system:serviceaccount:${original}:`;
  return permissions.map((one) => ({
    ...one,
    ...(one.namespace === original && { namespace }),
    ...(one.user?.startsWith(account) === true && {
      user: `system:serviceaccount:${namespace}:${one.user.slice(account.length)}`,
    }),
  }));
}

async function findResource(
  { object, subresource, operation, holding }: RequestDescription,
  discovery: ServedApis,
): Promise<ServedResource> {
  const { apiVersion, kind, metadata } = object;
  if (subresource !== undefined && operation !== "update")
    throw notAsked(`only updates of subresources are asked, not ${operation}`);
  if (holding !== undefined) throw notAsked("what its Namespace holds is not made on a server");
  if (apiVersion === "policy/v1" && kind === "Eviction") throw notAsked("an Eviction needs a Pod of which the case says nothing");
  if (metadata?.name === undefined) throw notAsked("the API server makes up its name anew each time");
  const resource = await discovery.find(apiVersion, kind);
  if (resource === undefined)
    throw new NotStaged({
      kind: "different",
      lines: [`the server does not serve ${kind} of ${apiVersion}; apply its CustomResourceDefinition first`],
    });
  if (subresource === undefined || resource.subresources.includes(subresource)) return resource;
  throw new NotStaged({ kind: "different", lines: [`the server has no ${resource.resource}/${subresource}`] });
}

/** The objects of a review as admission will see them. */
interface StagedObjects {
  readonly object: TestedObject;
  readonly oldObject?: TestedObject;
}

interface Staging {
  readonly place: StagedPlace;
  readonly resource: ServedResource;
  readonly stage: Stage;
}

/**
 * Stores what a delete or an update is about. What a create or an update writes is only tried, in a dry run: the answer
 * is the object with everything that the API server fills in, and no policy of the run is there yet.
 */
async function stageObjects(asked: RequestDescription, staging: Staging): Promise<StagedObjects> {
  if (asked.operation === "create") return { object: await tryWrite(writeRequest(asked, staging.place), staging) };
  if (asked.operation !== "update") return { object: await store(asked.object, staging) };
  const oldObject = await store(asked.oldObject ?? asked.object, staging);
  return { oldObject, object: await tryWrite(writeRequest(asked, staging.place, oldObject), staging) };
}

/** The request that a review is about, as somebody with enough rights sends it. */
function requestFor(asked: RequestDescription, place: StagedPlace, { object, oldObject }: StagedObjects): ApiRequest {
  const { operation, options = {} } = asked;
  if (operation === "create" || operation === "update") return writeRequest(asked, place, oldObject);
  const { uid, resourceVersion } = isJsonObject(object.metadata) ? object.metadata : {};
  const { preconditions, fieldManager: _, ...others } = options;
  const fresh = {
    ...(preconditions?.uid !== undefined && { uid }),
    ...(preconditions?.resourceVersion !== undefined && { resourceVersion }),
  };
  const body = {
    apiVersion: "v1",
    kind: "DeleteOptions",
    dryRun: ["All"],
    ...others,
    ...(preconditions !== undefined && { preconditions: fresh }),
  };
  // The server looks at the query only where there is no body; nothing but a dry run may ever be asked.
  const dryRun = "dryRun=All";
  const selector = new URLSearchParams({ fieldSelector: `metadata.name=${place.name}` }).toString();
  const isOne = operation === "delete";
  const path = isOne ? `${place.collection}/${place.name}?${dryRun}` : `${place.collection}?${selector}&${dryRun}`;
  return { method: "DELETE", path, body };
}

function writeRequest(
  { operation, object, subresource, options }: RequestDescription,
  place: StagedPlace,
  oldObject?: TestedObject,
): ApiRequest {
  const own = bodyOf(object);
  const version = isJsonObject(oldObject?.metadata) ? { resourceVersion: oldObject.metadata["resourceVersion"] } : {};
  const body = { ...own, apiVersion: place.apiVersion, metadata: { ...own.metadata, ...version } };
  const manager = options?.fieldManager === undefined ? {} : { fieldManager: options.fieldManager };
  const query = new URLSearchParams({ dryRun: "All", ...manager }).toString();
  if (operation === "create") return { method: "POST", path: `${place.collection}?${query}`, body };
  const below = subresource === undefined ? "" : `/${subresource}`;
  return { method: "PUT", path: `${place.collection}/${place.name}${below}?${query}`, body };
}

async function tryWrite(request: ApiRequest, { stage }: Staging): Promise<TestedObject> {
  const { status, body } = await stage.client.request(request);
  if (status < 300 && isTestedObject(body)) return body;
  throw denied("what it writes", body);
}

async function store(object: TestedObject, staging: Staging): Promise<TestedObject> {
  const { place, resource, stage } = staging;
  const { client, created } = stage;
  if (isBeingDeleted(object) && !hasFinalizers(object))
    throw notAsked("its object is being deleted, and has no finalizer that keeps it");
  const path = `${place.ownCollection}/${place.name}`;
  let answer = await created.create(place.ownCollection, bodyOf(object));
  // Pods need the service account that a controller makes in a new Namespace.
  if (isWithoutServiceAccount(answer.body)) {
    await until(async () => !isWithoutServiceAccount((answer = await created.create(place.ownCollection, bodyOf(object))).body));
  }
  if (answer.status !== 201) throw denied("its object", answer.body);
  if ("status" in object && resource.subresources.includes("status"))
    await storeStatus(object["status"], `${path}/status`, staging);
  if (isBeingDeleted(object)) await client.request({ method: "DELETE", path });
  const { status, body } = await client.request({ method: "GET", path: `${place.collection}/${place.name}` });
  if (status === 200 && isTestedObject(body)) return body;
  throw notAsked("its object is gone again: does it belong to an owner that does not exist?");
}

/** A POST leaves the status out. */
async function storeStatus(value: unknown, path: string, { stage }: Staging): Promise<void> {
  const { status, body } = await stage.client.request({
    method: "PATCH",
    path,
    contentType: mergePatch,
    body: { status: value },
  });
  if (status >= 300) throw denied("the status of its object", body);
}

function hasFinalizers({ metadata }: TestedObject): boolean {
  return isJsonObject(metadata) && Array.isArray(metadata["finalizers"]) && metadata["finalizers"].length > 0;
}

function isWithoutServiceAccount({ message }: Readonly<Record<string, unknown>>): boolean {
  return typeof message === "string" && message.includes("error looking up service account");
}

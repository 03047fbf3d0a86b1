import type { RequestDescription } from "../simulator/testing/request-description.ts";
import type { ServedApis } from "../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { type ServerReview, type StagedReview, NotStaged, notAsked } from "./server-review.ts";
import { requestFor, stageObjects } from "./stage-objects.ts";
import { type Stage, findPlace, inPlace, stageNamespace } from "./stage-place.ts";

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

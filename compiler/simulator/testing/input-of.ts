import { type AdmissionInput, type Circumstances, createOf, deleteOf, updateOf } from "../admission/index.ts";
import { groupCovers, resourceCovers, type MatchEntry } from "../../api/coverage.ts";
import { authorizerAnswersOf } from "./authorizer-of.ts";
import { type RequestDescription, type TestedObject, RequestProblem } from "./request-description.ts";
import { type RequestTarget, groupVersionOf } from "./resource-of.ts";
import { type StoredObjects, heldObjects, storedObjects } from "./stored-object.ts";

/** What admission is given for a request, for a policy that matches so. */
export function admissionInputOf(
  description: RequestDescription,
  target: RequestTarget,
  match: readonly MatchEntry[],
): AdmissionInput {
  requirePossible(description, target);
  const seen = inVersionOf(match, description, target);
  const input = inputFrom(seen.description, seen.target, storedObjects(seen.description, seen.target));
  return { ...input, contents: heldObjects(description), authorizer: authorizerAnswersOf(description, input) };
}

interface Addressed {
  readonly description: RequestDescription;
  readonly target: RequestTarget;
}

/**
 * A policy that names a version gets the objects in that version, whatever the client speaks (matchPolicy Equivalent).
 * Only `apiVersion` is changed: what else a conversion does, the API server knows.
 */
function inVersionOf(match: readonly MatchEntry[], description: RequestDescription, target: RequestTarget): Addressed {
  const own = groupVersionOf(description.object.apiVersion);
  const versions = match.flatMap((entry) => (isAbout(entry, target) ? [entry.version] : []));
  const isSeenAsItIs = versions.length === 0 || versions.includes(undefined) || versions.includes(own.version);
  if (own.group !== target.group || isSeenAsItIs) return { description, target };
  const version = versions[0] ?? own.version;
  const apiVersion = own.group === "" ? version : `${own.group}/${version}`;
  const convert = (object: TestedObject): TestedObject => ({ ...object, apiVersion });
  const { object, oldObject, through = own.version } = description;
  return {
    description: {
      ...description,
      object: convert(object),
      through,
      ...(oldObject !== undefined && { oldObject: convert(oldObject) }),
    },
    target: { ...target, version },
  };
}

function isAbout(entry: MatchEntry, { group, resource, subresource }: RequestTarget): boolean {
  const asked = subresource === undefined ? resource : `${resource}/${subresource}`;
  return groupCovers(entry.group, group) && resourceCovers(entry.resource, asked);
}

function inputFrom(description: RequestDescription, target: RequestTarget, objects: StoredObjects): AdmissionInput {
  const { operation, options } = description;
  const { object, oldObject } = objects;
  const circumstances = circumstancesOf(description, target, objects);
  const { fieldManager, ...ofDelete } = options ?? {};
  const written = { ...circumstances, ...(fieldManager !== undefined && { options: { fieldManager } }) };
  if (operation === "update") return updateOf(oldObject ?? object, object, written);
  if (operation === "create")
    return createOf(object, { ...written, hasGeneratedName: description.object.metadata?.name === undefined });
  const collection = operation === "deleteCollection";
  return deleteOf(object, { ...circumstances, collection, ...(options !== undefined && { options: ofDelete }) });
}

function circumstancesOf(
  { as, groups, dryRun, through }: RequestDescription,
  { group, version, resource, subresource }: RequestTarget,
  { namespaceObject }: StoredObjects,
): Circumstances {
  return {
    resource: { group, version, resource },
    ...(subresource !== undefined && { subResource: subresource }),
    ...(as !== undefined && { as }),
    ...(groups !== undefined && { groups }),
    ...(dryRun !== undefined && { dryRun }),
    ...(through !== undefined && { through }),
    ...(namespaceObject !== undefined && { namespaceObject }),
  };
}

function requirePossible({ operation, options, object }: RequestDescription, { group, resource }: RequestTarget): void {
  const { fieldManager, ...ofDelete } = options ?? {};
  const isDelete = operation === "delete" || operation === "deleteCollection";
  if (!isDelete && Object.keys(ofDelete).length > 0)
    throw new RequestProblem(
      `a request to ${operation} has no such options`,
      "give it fieldManager alone; the others are of deletes",
    );
  if (isDelete && fieldManager !== undefined)
    throw new RequestProblem("a delete has no fieldManager", "leave it out, or describe an update");
  if (options?.propagationPolicy !== undefined && options.orphanDependents !== undefined)
    throw new RequestProblem("propagationPolicy and orphanDependents exclude each other", "leave orphanDependents out");
  if (operation === "deleteCollection" && group === "" && resource === "namespaces")
    throw new RequestProblem(`${object.kind}s are not deleted as a collection`, "the API server has no such request; use `del`");
}

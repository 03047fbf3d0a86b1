import { metadataProblem } from "../testing/object-problem.ts";
import { isJsonObject } from "../../api/json.ts";
import type { Permission, RequestDescription } from "../testing/request-description.ts";
import { type PlacedValue, type ReadFile, readPlacedObjects } from "./place.ts";

/** What a case may say of its request, besides what it is about. */
export const circumstanceKeys = [
  ...([
    "as",
    "groups",
    "namespaceObject",
    "dryRun",
    "options",
    "through",
    "resource",
    "subresource",
    "holding",
    "inCluster",
    "now",
    "allowedTo",
  ] as const),
] as const;

type Fields = Partial<Readonly<Record<(typeof circumstanceKeys)[number], PlacedValue>>>;

/** Who asks, how, and from where. */
export function readCircumstances(
  fields: Fields,
  readFile: ReadFile,
): Omit<RequestDescription, "operation" | "object" | "oldObject"> {
  const { as, groups, namespaceObject, dryRun, options, through, resource, subresource, holding, inCluster, now, allowedTo } =
    fields;
  return {
    ...(as !== undefined && { as: as.text() }),
    ...(groups !== undefined && { groups: groups.items().map((item) => item.text()) }),
    ...(namespaceObject !== undefined && { namespace: readNamespace(namespaceObject) }),
    ...(dryRun?.boolean() === true && { dryRun: true }),
    ...(options !== undefined && { options: readOptions(options) }),
    ...(through !== undefined && { through: through.text() }),
    ...(resource !== undefined && { resource: resource.text() }),
    ...(subresource !== undefined && { subresource: subresource.text() }),
    ...(holding !== undefined && { holding: readPlacedObjects(holding, readFile) }),
    ...(inCluster !== undefined && { inCluster: readPlacedObjects(inCluster, readFile) }),
    ...(now !== undefined && { now: now.text() }),
    ...(allowedTo !== undefined && { permissions: allowedTo.items().map(readPermission) }),
  };
}

function readNamespace(place: PlacedValue): NonNullable<RequestDescription["namespace"]> {
  const { value } = place;
  if (!isJsonObject(value)) return place.reject("the Namespace is no map", "write its marks: { labels: { ... } }");
  const whole = isJsonObject(value["metadata"]) ? value["metadata"] : undefined;
  const problem = metadataProblem(whole ?? value, whole === undefined ? [] : ["metadata"]);
  return problem === undefined ? value : place.reject(problem.problem, problem.help, problem.path);
}

function readOptions(place: PlacedValue): NonNullable<RequestDescription["options"]> {
  const { propagationPolicy, gracePeriodSeconds, orphanDependents, preconditions, fieldManager } = place.fields([
    "propagationPolicy",
    "gracePeriodSeconds",
    "orphanDependents",
    "preconditions",
    "fieldManager",
  ]);
  const { uid, resourceVersion } = preconditions?.fields(["uid", "resourceVersion"]) ?? {};
  return {
    ...(fieldManager !== undefined && { fieldManager: fieldManager.text() }),
    ...(propagationPolicy !== undefined && { propagationPolicy: readPropagation(propagationPolicy) }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds: readSeconds(gracePeriodSeconds) }),
    ...(orphanDependents !== undefined && { orphanDependents: orphanDependents.boolean() }),
    ...(preconditions !== undefined && {
      preconditions: {
        ...(uid !== undefined && { uid: uid.text() }),
        ...(resourceVersion !== undefined && { resourceVersion: resourceVersion.text() }),
      },
    }),
  };
}

function readPropagation(place: PlacedValue): "Background" | "Foreground" | "Orphan" {
  const found = (["Background", "Foreground", "Orphan"] as const).find((policy) => policy === place.value);
  return found ?? place.reject("this is no propagation policy", "write Background, Foreground or Orphan");
}

function readSeconds(place: PlacedValue): number {
  const { value } = place;
  return typeof value === "number" && Number.isInteger(value)
    ? value
    : place.reject("these are no seconds", "write a whole number");
}

function readPermission(place: PlacedValue): Permission {
  const { verb, resource, namespace, name, user } = place.fields(["verb", "resource", "namespace", "name", "user"]);
  if (verb === undefined || resource === undefined)
    return place.reject("a permission has a verb and a resource", "write { verb: delete, resource: pods }");
  return {
    verb: verb.text(),
    resource: resource.text(),
    ...(namespace !== undefined && { namespace: namespace.text() }),
    ...(name !== undefined && { name: name.text() }),
    ...(user !== undefined && { user: user.text() }),
  };
}

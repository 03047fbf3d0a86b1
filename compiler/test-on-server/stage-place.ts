import { isTestedObject } from "../simulator/testing/object-problem.ts";
import { isJsonObject } from "../api/json.ts";
import type { NamespaceDescription, RequestDescription, TestedObject } from "../simulator/testing/request-description.ts";
import type { RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import type { CreatedObjects } from "./created-objects.ts";
import type { ServedResource } from "../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import { collectionPath } from "../../runtime-fallback/kubernetes/resource.ts";
import { NotStaged, notAsked } from "./server-review.ts";

/** What staging needs: the cluster, what was made there, and how to name more. */
export interface Stage {
  readonly client: RequestServer;
  readonly created: CreatedObjects;
  /** Ends the names of what is made for one review: `-4f2a1-7`. */
  readonly suffix: string;
}

/** Where the object of a review is, in its own version and in the one that the client of the test speaks. */
export interface StagedPlace {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly ownCollection: string;
  readonly collection: string;
  /** `v1beta1` for the collection, where it is not that of the object. */
  readonly apiVersion: string;
}

/** The longest name that every kind takes: a DNS-1123 label. */
const longestName = 63;

/** A namespaced object keeps its name in a Namespace of its own; another one keeps it where nobody else has it. */
export async function findPlace(
  { object, through }: RequestDescription,
  resource: ServedResource,
  { stage, namespace }: { readonly stage: Stage; readonly namespace: string | undefined },
): Promise<StagedPlace> {
  const { group, version } = resource;
  const ownCollection = collectionPath(resource, namespace);
  const spoken = through ?? version;
  const collection = collectionPath({ ...resource, version: spoken }, namespace);
  const own = object.metadata?.name ?? "";
  const isTaken = namespace === undefined && (await exists(stage.client, `${ownCollection}/${own}`));
  if (isTaken && resource.resource === "customresourcedefinitions")
    throw notAsked(`there is a CustomResourceDefinition ${own} already, and its name cannot be another`);
  const name = isTaken ? suffixed(own, stage.suffix) : own;
  return { name, namespace, ownCollection, collection, apiVersion: group === "" ? spoken : `${group}/${spoken}` };
}

export function suffixed(name: string, suffix: string): string {
  return `${name.slice(0, longestName - suffix.length)}${suffix}`;
}

async function exists(client: RequestServer, path: string): Promise<boolean> {
  return (await client.request({ method: "GET", path })).status !== 404;
}

/** The object as a test has it, at its place in the cluster. */
export function inPlace(object: TestedObject, { name, namespace }: Pick<StagedPlace, "name" | "namespace">): TestedObject {
  return { ...object, metadata: { ...object.metadata, name, ...(namespace !== undefined && { namespace }) } };
}

/** A Namespace like that of the test, for one review: as the server stores it. */
export async function stageNamespace(
  request: RequestDescription,
  { client, created, suffix }: Stage,
): Promise<NamespaceDescription> {
  const { namespace: description = {}, object } = request;
  const { metadata, ...own } = description;
  const { labels, annotations, deletionTimestamp } = { ...own, ...metadata };
  if (deletionTimestamp !== undefined) throw notAsked("its Namespace is being deleted, and nothing can be made in it");
  const original = metadata?.name ?? own.name ?? object.metadata?.namespace ?? "default";
  const name = suffixed(original, suffix);
  const body = { apiVersion: "v1", kind: "Namespace", metadata: { name, labels, annotations } };
  const answer = await created.create("/api/v1/namespaces", body);
  if (answer.status !== 201) throw denied("its Namespace", answer.body);
  const { body: stored } = await client.request({ method: "GET", path: `/api/v1/namespaces/${name}` });
  if (!isTestedObject(stored)) throw denied("its Namespace", stored);
  return { metadata: stored.metadata ?? {}, spec: stored["spec"], status: stored["status"] };
}

/** The server stores no such object: the case is about one that cannot exist. */
export function denied(what: string, status: Readonly<Record<string, unknown>>): NotStaged {
  const message = typeof status["message"] === "string" ? status["message"] : JSON.stringify(status);
  return new NotStaged({ kind: "different", lines: [`the API server does not store ${what}: ${message}`] });
}

/** Without what the API server sets itself. */
export function bodyOf(object: TestedObject): TestedObject {
  const set = ["uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink"];
  const deleted = ["deletionTimestamp", "deletionGracePeriodSeconds"];
  const metadata = Object.entries(object.metadata ?? {}).filter(([name]) => ![...set, ...deleted].includes(name));
  return { ...object, metadata: Object.fromEntries(metadata) };
}

/** Present on an object that is being deleted. */
export function isBeingDeleted(object: TestedObject): boolean {
  return isJsonObject(object.metadata) && object.metadata["deletionTimestamp"] !== undefined;
}

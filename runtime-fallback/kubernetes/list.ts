import { ApiRejected, type ApiAnswer, ApiUnreachable, type ReadBody, type RequestServer } from "./api-server.ts";
import { type JsonObject, isJsonObject } from "../../compiler/api/json.ts";
import { ListedItems, readList } from "./list-body.ts";
import { collectionPath, type ResourceId, resourceText } from "./resource.ts";
import type { NeededFields } from "./scan-list.ts";
import { isStoredObject, resourceVersionOf, type StoredObject } from "./stored-object.ts";

export interface ListQuery {
  readonly resource: ResourceId;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Asks for PartialObjectMetadata: nothing but `metadata`. */
  readonly metadataOnly?: boolean;
  /** Objects of a list may come without anything else. */
  readonly needed?: NeededFields;
}

export interface ListOptions {
  readonly signal?: AbortSignal;
  /** For each page. */
  readonly timeoutMs?: number;
}

export interface ProjectedListOptions<T> extends ListOptions {
  /** What is kept of an object, page by page: the rest of a page is gone before the next comes. */
  readonly project: (object: StoredObject) => T;
}

export interface EachListOptions extends ListOptions {
  /** Where objects go. Called again where everything is read once more: what was given away until then is void. */
  readonly begin: () => (object: StoredObject) => void;
}

export interface Listed<T> {
  readonly items: readonly T[];
  /** The one version of all of it, from which a watch goes on. */
  readonly resourceVersion: string;
}

/** As client-go pages. 500 objects of common size are a megabyte, which JSON.parse takes some 10 ms for. */
const maxObjects = 500;
/**
 * Bytes, text and objects of a page are in memory at once, of a process whose heap is 384 MiB. Whoever may write
 * objects may write 500 of 1.5 MiB each, so a page that is longer is asked for with fewer objects.
 */
const maxPageBytes = 16 * 1024 * 1024;

/**
 * Everything that matches, of one resourceVersion, as new as the API server has it. Where the version of the first page
 * expires before the last is read, everything is read once more; a continuation at another version is never taken.
 */
export function list(server: RequestServer, query: ListQuery, options: ListOptions = {}): Promise<Listed<StoredObject>> {
  return listProjected(server, query, { ...options, project: (object) => object });
}

/** The same, of which only a part is kept. */
export async function listProjected<T>(
  server: RequestServer,
  query: ListQuery,
  { project, ...options }: ProjectedListOptions<T>,
): Promise<Listed<T>> {
  let items: T[] = [];
  const begin = (): ((object: StoredObject) => void) => {
    items = [];
    return (object) => void items.push(project(object));
  };
  const resourceVersion = await listEach(server, query, { ...options, begin });
  return { items, resourceVersion };
}

/** Each object that matches is given away as its page comes; resolves with the one version of all of them. */
export async function listEach(server: RequestServer, query: ListQuery, options: EachListOptions): Promise<string> {
  try {
    return await readAll(server, query, options);
  } catch (error) {
    if (!(error instanceof ApiRejected) || error.answer.status !== 410) throw error;
    return readAll(server, query, options);
  }
}

/**
 * Everything that matches, page by page, as long as somebody asks for more. Rejects with an `ApiRejected` where the
 * version of the first page expires (410) before the last is read.
 */
export async function* listed(server: RequestServer, query: ListQuery, options: ListOptions = {}): AsyncGenerator<StoredObject> {
  for await (const { objects } of readPages(server, query, options)) yield* objects;
}

export interface FindOptions<T> extends ListOptions {
  /** Undefined: go on with the next object. */
  readonly find: (object: StoredObject) => T | undefined;
}

/**
 * What is found first among everything that matches, page by page: of a hundred thousand objects one page is in memory.
 * Where the version of the first page expires before something is found, the search begins again, once.
 */
export async function findListed<T>(server: RequestServer, query: ListQuery, options: FindOptions<T>): Promise<T | undefined> {
  try {
    return await findInPages(server, query, options);
  } catch (error) {
    if (!(error instanceof ApiRejected) || error.answer.status !== 410) throw error;
    return findInPages(server, query, options);
  }
}

/** The first that is wanted; undefined only where everything was read, of one resourceVersion. */
export function findFirst(
  server: RequestServer,
  query: ListQuery,
  { wanted, ...options }: ListOptions & { readonly wanted: (object: StoredObject) => boolean },
): Promise<StoredObject | undefined> {
  return findListed(server, query, { ...options, find: (object) => (wanted(object) ? object : undefined) });
}

/** The media type for the answer of a list, or of a watch. */
export function acceptOf(
  { metadataOnly = false }: ListQuery,
  kind: "PartialObjectMetadataList" | "PartialObjectMetadata",
): string {
  return metadataOnly ? `application/json;as=${kind};g=meta.k8s.io;v=v1` : "application/json";
}

/** The part of a query that a list and a watch have in common. */
export function selectionOf({ labelSelector, fieldSelector }: ListQuery): URLSearchParams {
  const entries = Object.entries({ labelSelector, fieldSelector });
  return new URLSearchParams(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

async function readAll(server: RequestServer, query: ListQuery, { begin, ...options }: EachListOptions): Promise<string> {
  const give = begin();
  let version = "";
  for await (const { objects, resourceVersion } of readPages(server, query, options)) {
    for (const object of objects) give(object);
    version = resourceVersion;
  }
  return version;
}

async function findInPages<T>(server: RequestServer, query: ListQuery, options: FindOptions<T>): Promise<T | undefined> {
  for await (const object of listed(server, query, options)) {
    const found = options.find(object);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Page {
  readonly objects: Iterable<StoredObject>;
  readonly resourceVersion: string;
  /** For the next; empty after the last. */
  readonly token: string;
}

interface PageRequest {
  readonly options: ListOptions;
  readonly read: ReadBody | undefined;
  /** Empty for the first page. */
  readonly token: string;
  /** How many objects at most. */
  readonly limit: number;
}

/** All pages, of one version. */
async function* readPages(server: RequestServer, query: ListQuery, options: ListOptions): AsyncGenerator<Page> {
  const read = query.needed && readList(query.needed);
  let [page, limit] = await readFitting(server, query, { options, read, token: "", limit: maxObjects });
  const { resourceVersion } = page;
  for (;;) {
    yield page;
    if (page.token === "") return;
    [page, limit] = await readFitting(server, query, { options, read, token: page.token, limit });
    if (page.resourceVersion !== resourceVersion)
      throw garbage(server, query, `pages of the versions ${resourceVersion} and ${page.resourceVersion}`);
  }
}

/** A page of half as many objects, and half of that, down to one, where it is too long; and of how many it is. */
async function readFitting(
  server: RequestServer,
  query: ListQuery,
  request: PageRequest,
): Promise<readonly [Page, limit: number]> {
  for (let { limit } = request; ; limit = Math.floor(limit / 2)) {
    try {
      return [await readPage(server, query, { ...request, limit }), limit];
    } catch (error) {
      if (limit === 1 || !(error instanceof ApiUnreachable) || !error.isTooLong) throw error;
    }
  }
}

async function readPage(server: RequestServer, query: ListQuery, request: PageRequest): Promise<Page> {
  const { options, read, token, limit } = request;
  const parameters = selectionOf(query);
  // No resourceVersion: the newest. Version 0, as client-go begins with, may be older than what was already seen.
  parameters.set("limit", String(limit));
  if (token !== "") parameters.set("continue", token);
  const answer = await server.request({
    method: "GET",
    path: `${collectionPath(query.resource, query.namespace)}?${parameters.toString()}`,
    accept: acceptOf(query, "PartialObjectMetadataList"),
    // What cannot be divided may be longer: an aggregated API server may take no notice of the limit.
    ...(limit > 1 && { maxBytes: maxPageBytes }),
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    ...(options.signal !== undefined && { signal: options.signal }),
    ...(read !== undefined && { read }),
  });
  if (answer.status !== 200) throw new ApiRejected(`the list of ${resourceText(query.resource)}`, answer);
  return decodePage(server, query, answer);
}

function decodePage(server: RequestServer, query: ListQuery, { body }: ApiAnswer): Page {
  const resourceVersion = resourceVersionOf(body);
  // Servers written in Go may write an empty list as null.
  const items: unknown = body["items"] ?? [];
  const isList = items instanceof ListedItems || Array.isArray(items);
  if (resourceVersion === undefined || !("items" in body) || !isList) throw garbage(server, query, "no list");
  const objects = objectsIn(items, kindOfItems(body), (what) => garbage(server, query, what));
  return { objects: items instanceof ListedItems ? objects : [...objects], resourceVersion, token: tokenOf(body) };
}

/** Throws what is to be said where one of them is no object. */
function* objectsIn(
  items: Iterable<unknown>,
  kind: JsonObject,
  garbageOf: (what: string) => Error,
): Generator<StoredObject, undefined> {
  for (const item of items) {
    const object = isJsonObject(item) && !isNamed(item) ? { ...kind, ...item } : item;
    if (!isStoredObject(object)) throw garbageOf("an object without name, uid or resourceVersion");
    yield object;
  }
}

const isNamed = (item: JsonObject): boolean => item["kind"] !== undefined && item["apiVersion"] !== undefined;

/** Items of built-in kinds do not say what they are; their list does. */
function kindOfItems({ kind, apiVersion }: JsonObject): JsonObject {
  return typeof kind === "string" && kind.endsWith("List") ? { apiVersion, kind: kind.slice(0, -"List".length) } : {};
}

function tokenOf({ metadata }: JsonObject): string {
  const token = (metadata as JsonObject)["continue"];
  return typeof token === "string" ? token : "";
}

function garbage({ url }: RequestServer, { resource }: ListQuery, what: string): ApiUnreachable {
  const help = "look what else answers at this address";
  return new ApiUnreachable(`${url} answers the list of ${resourceText(resource)} with ${what}`, { help });
}

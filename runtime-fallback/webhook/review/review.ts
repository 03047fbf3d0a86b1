import type { AdmissionReviewRequest, RequestOptions, UserInfo } from "../../../compiler/api/admission-review.ts";
import type { GroupVersionKind, GroupVersionResource } from "../../../compiler/api/resource.ts";
import { own, type JsonObject, isJsonObject } from "../../../compiler/api/json.ts";
import { Rejection } from "../rejection.ts";

/** An AdmissionReview v1 as the API server sends it. */
export interface Review {
  /** Echoed in the answer as it came. */
  readonly uid: string;
  readonly request: AdmissionReviewRequest;
  readonly isDryRun: boolean;
}

export const reviewVersion = "admission.k8s.io/v1";
export const reviewKind = "AdmissionReview";

const operations: ReadonlySet<string> = new Set(["CREATE", "UPDATE", "DELETE"]);
const reviewKeys = knownKeys("apiVersion kind request response");
const requestKeys =
  knownKeys(`uid kind resource subResource requestKind requestResource requestSubResource name namespace operation
  userInfo object oldObject dryRun options`);
const userKeys = knownKeys("username uid groups extra");

/**
 * A UUID of 36 characters from the API server; others may number as they like. Visible ASCII, so
 * that nothing changes on its way.
 */
const uidPattern = /^[\x21-\x7e]{1,128}$/;

/** Reads key by key what the rules are asked about; nothing is merged, and what is not known stays behind. */
export function decodeReview(body: unknown): Review {
  if (!isJsonObject(body)) throw new Rejection("bad-review", "the body has to be an AdmissionReview");
  requireSpelling(body, reviewKeys);
  if (own(body, "apiVersion") !== reviewVersion || own(body, "kind") !== reviewKind) {
    throw new Rejection(
      "bad-review",
      `the body has to be an ${reviewKind} of ${reviewVersion}: name v1 in admissionReviewVersions`,
    );
  }
  const sent = requiredObject(body, "request");
  requireSpelling(sent, requestKeys);
  const isDryRun = optionalBoolean(sent, "dryRun");
  return { uid: requireUid(sent), request: { ...decodeRequest(sent), dryRun: isDryRun }, isDryRun };
}

function requireUid(sent: JsonObject): string {
  const uid = own(sent, "uid");
  if (typeof uid === "string" && uidPattern.test(uid)) return uid;
  throw new Rejection("bad-review", "uid of the review has to be 1 to 128 visible ASCII characters");
}

function decodeRequest(sent: JsonObject): Omit<AdmissionReviewRequest, "dryRun"> {
  const kind = requireKind(sent, "kind");
  const resource = requireResource(sent, "resource");
  return {
    operation: requireOperation(sent),
    kind,
    resource,
    requestKind: own(sent, "requestKind") === undefined ? kind : requireKind(sent, "requestKind"),
    requestResource: own(sent, "requestResource") === undefined ? resource : requireResource(sent, "requestResource"),
    ...present("subResource", optionalString(sent, "subResource")),
    ...present("requestSubResource", optionalString(sent, "requestSubResource")),
    ...present("name", optionalString(sent, "name")),
    ...present("namespace", optionalString(sent, "namespace")),
    userInfo: decodeUserInfo(requiredObject(sent, "userInfo")),
    ...present("object", optionalObject(sent, "object")),
    ...present("oldObject", optionalObject(sent, "oldObject")),
    ...present("options", optionalObject(sent, "options") as RequestOptions | undefined),
  };
}

/** What is deleted or changed always comes along; a rule that got nothing to look at would find nothing to deny. */
function requireOperation(sent: JsonObject): AdmissionReviewRequest["operation"] {
  const operation = requireString(sent, "operation");
  if (!operations.has(operation)) throw new Rejection("bad-review", "operation of the review has to be CREATE, UPDATE or DELETE");
  if (operation !== "CREATE") requiredObject(sent, "oldObject");
  if (operation !== "DELETE") requiredObject(sent, "object");
  return operation as AdmissionReviewRequest["operation"];
}

function requireKind(sent: JsonObject, key: string): GroupVersionKind {
  const kind = requiredObject(sent, key);
  return { group: requireString(kind, "group"), version: requireString(kind, "version"), kind: requireString(kind, "kind") };
}

function requireResource(sent: JsonObject, key: string): GroupVersionResource {
  const resource = requiredObject(sent, key);
  return {
    group: requireString(resource, "group"),
    version: requireString(resource, "version"),
    resource: requireString(resource, "resource"),
  };
}

function decodeUserInfo(sent: JsonObject): UserInfo {
  requireSpelling(sent, userKeys);
  return {
    username: optionalString(sent, "username") ?? "",
    ...present("uid", optionalString(sent, "uid")),
    ...present("groups", optionalStrings(sent, "groups")),
    ...present("extra", decodeExtra(optionalObject(sent, "extra"))),
  };
}

/** Keys are the words of whoever authenticates: `__proto__` is one of them, and only that. */
function decodeExtra(sent: JsonObject | undefined): UserInfo["extra"] {
  if (sent === undefined) return undefined;
  const extra: Record<string, readonly string[]> = Object.create(null);
  for (const key of Object.keys(sent)) extra[key] = optionalStrings(sent, key) ?? [];
  return extra;
}

function present<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Partial<Record<K, V>>);
}

function requiredObject(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  if (!isJsonObject(value)) throw wrong(key, "an object");
  return value;
}

function requireString(object: JsonObject, key: string): string {
  const value = own(object, key);
  if (typeof value !== "string") throw wrong(key, "text");
  return value;
}

/** Absent where it is empty, too: the API server leaves out what is empty. */
function optionalString(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  if (value === undefined || value === "") return undefined;
  return requireString(object, key);
}

/** An object, or nothing where there is a null. */
function optionalObject(object: JsonObject, key: string): JsonObject | undefined {
  const value = own(object, key);
  return value === undefined || value === null ? undefined : requiredObject(object, key);
}

function optionalBoolean(object: JsonObject, key: string): boolean {
  const value = own(object, key) ?? false;
  if (typeof value !== "boolean") throw wrong(key, "true or false");
  return value;
}

function optionalStrings(object: JsonObject, key: string): readonly string[] | undefined {
  const value = own(object, key) ?? undefined;
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) throw wrong(key, "a list of text");
  return value;
}

/** Keys that an object of the review may have, and how Go reads them. */
interface KnownKeys {
  readonly exact: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
}

/** From their names, one after the other. */
function knownKeys(names: string): KnownKeys {
  const exact = names.split(/\s+/);
  return { exact: new Set(exact), folded: new Set(exact.map(foldCase)) };
}

/**
 * Go reads keys without regard to case, `UID` as `uid`: a review that holds both, or only the other spelling, would be
 * one thing to us and another to the API server. No API server writes such keys.
 */
function requireSpelling(object: JsonObject, { exact, folded }: KnownKeys): void {
  const isMisspelt = Object.keys(object).some((key) => !exact.has(key) && folded.has(foldCase(key)));
  if (isMisspelt) throw new Rejection("bad-review", "a key of the review differs from a known one in case only");
}

/** Both ways: `ſ` is `S` in upper case, the Kelvin sign `k` in lower case, and Go takes them for these letters. */
function foldCase(text: string): string {
  return text.toUpperCase().toLowerCase();
}

function wrong(key: string, wanted: string): Rejection {
  return new Rejection("bad-review", `${key} of the review has to be ${wanted}`);
}

import { parseAllDocuments } from "yaml";
import type { Input } from "../../compiler/evaluate/request.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import type { CompiledCase } from "./case-files.ts";
import type { Body, Family, Request } from "./language-case.ts";
import { grant } from "./grant.ts";
import { authorizerFor, group, inputOf, objectName, objectOf, optionsOf } from "./requests.ts";
import { sayInTypeScript } from "./typescript.ts";
import { untilCompiled } from "./until-compiled.ts";

/** What a rule says of one request: as TypeScript of the object that the server stored, and as the server's warning. */
export interface Answer {
  readonly request: string;
  /** What the rule saw. */
  readonly input: Input;
  readonly typescript: string | undefined;
  readonly server: string | undefined;
}

interface Questions {
  readonly prefix: string;
  readonly family: Family;
  readonly compiled: readonly CompiledCase[];
}

/** So many that their warnings together stay below the 4 KiB after which the server cuts them. */
export const batchSize = 8;

const canary = "canary";
const canaryText = "the canary sings";

/**
 * Asks all rules of a family about all its requests, with dry runs: under a Warn binding the server answers for every
 * policy. Each batch of policies concerns only requests of a group of users of its own.
 */
export async function askServer(
  server: ControlPlane,
  { prefix, family, compiled }: Questions,
): Promise<ReadonlyMap<string, readonly Answer[]>> {
  const places = await storeAll(server, { prefix, family });
  const answers = new Map<string, readonly Answer[]>();
  for (let at = 0; at < compiled.length; at += batchSize) {
    const batch = { family, places, users: `${prefix}-${at}`, compiled: compiled.slice(at, at + batchSize) };
    await putInForce(server, batch);
    await untilCompiled(server, batch.users);
    for (const [name, said] of await askBatch(server, batch)) answers.set(name, said);
  }
  return answers;
}

/** Stores what the requests are about, and says in which namespace each of them happens. */
export async function storeAll(
  server: ControlPlane,
  { prefix, family }: Omit<Questions, "compiled">,
): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>();
  for (const [title, request] of Object.entries(family.requests))
    places.set(title, await store(server, { prefix, title, request }));
  for (const [title, request] of Object.entries(family.requests))
    await grant(server, { prefix, title, request, namespace: places.get(title) ?? "" });
  return places;
}

/** Policies that concern the requests of one group of users only. */
export interface Batch {
  readonly family: Family;
  readonly compiled: readonly CompiledCase[];
  readonly users: string;
  /** The namespaces of the requests. */
  readonly places: ReadonlyMap<string, string>;
}

export async function putInForce(server: ControlPlane, { compiled, users }: Batch): Promise<void> {
  for (const one of compiled) await applyPolicy(server, one, users);
}

export async function askBatch(server: ControlPlane, batch: Batch): Promise<ReadonlyMap<string, readonly Answer[]>> {
  const { family, compiled, users, places } = batch;
  const answers = new Map<string, Answer[]>(compiled.map(({ name }) => [name, []]));
  const ask = (title: string, groups: readonly string[]): Promise<ApiResponse> =>
    send(server, { title, request: requireRequest(family, title), namespace: places.get(title) ?? "", groups });
  await waitForAll(compiled, () => ask(Object.keys(family.requests)[0] ?? "", [users, canary]));
  for (const [title, request] of Object.entries(family.requests)) {
    const response = await ask(title, [users]);
    if (response.status >= 300) throw new Error(`${title}: ${response.text.slice(0, 500)}`);
    const input = await seenInput(server, { title, request, namespace: places.get(title) ?? "", groups: [users] }, response);
    for (const one of compiled)
      answers.get(one.name)?.push({
        request: title,
        input,
        typescript: sayInTypeScript(one, input),
        server: saidBy(response, one.name, family),
      });
  }
  return answers;
}

function requireRequest(family: Family, title: string): Request {
  const request = family.requests[title];
  if (request === undefined) throw new Error(`no request ${title}`);
  return request;
}

/** The namespace in which the request happens. */
async function store(
  server: ControlPlane,
  { prefix, title, request }: { readonly prefix: string; readonly title: string; readonly request: Request },
): Promise<string> {
  const name = request.namespace === undefined ? `language-${prefix}` : `language-${prefix}-${objectName(title)}`;
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name, ...request.namespace } };
  await server.request({ method: "POST", path: "/api/v1/namespaces", body: namespace });
  if (request.stored === undefined) return name;
  const response = await server.request({ method: "POST", path: pathOf(name, "v1"), body: bodyOf(request.stored, title, name) });
  if (response.status !== 201) throw new Error(`${title} was not stored: ${response.text.slice(0, 500)}`);
  return name;
}

function bodyOf(body: Body, title: string, namespace: string): Record<string, unknown> {
  const object = objectOf(body, objectName(title));
  return { ...object, metadata: { ...body.metadata, name: objectName(title), namespace } };
}

function pathOf(namespace: string, version: string): string {
  return `/apis/${group}/${version}/namespaces/${namespace}/things`;
}

interface Question {
  readonly title: string;
  readonly request: Request;
  readonly namespace: string;
  readonly groups: readonly string[];
}

async function send(server: ControlPlane, { title, request, namespace, groups }: Question): Promise<ApiResponse> {
  const operation = request.operation ?? "DELETE";
  const path = `${pathOf(namespace, request.version ?? "v1")}${targetOf(request, title)}${queryOf(request)}`;
  const { extra } = request;
  const as = { as: request.user ?? "admin", groups: [...groupsOf(request), ...groups], ...(extra !== undefined && { extra }) };
  if (operation === "DELETE") {
    const { uid } = await metadataOf(server, namespace, title);
    return server.request({ method: "DELETE", path, body: optionsOf(request, String(uid)), ...as });
  }
  const body = bodyOf(request.written ?? {}, title, namespace);
  if (operation === "UPDATE")
    Object.assign(body["metadata"] as object, {
      resourceVersion: (await metadataOf(server, namespace, title))["resourceVersion"],
    });
  return server.request({ method: operation === "CREATE" ? "POST" : "PUT", path, body, ...as });
}

/** What follows the collection's path. */
function targetOf({ operation, isCollection }: Request, title: string): string {
  if (operation === "CREATE") return "?";
  return isCollection === true ? `?fieldSelector=metadata.name=${objectName(title)}&` : `/${objectName(title)}?`;
}

function queryOf({ operation = "DELETE", options = {} }: Request): string {
  const sent =
    operation === "DELETE" ? {} : Object.fromEntries(Object.entries(options).map(([name, text]) => [name, String(text)]));
  return new URLSearchParams({ dryRun: "All", ...sent }).toString();
}

async function metadataOf(server: ControlPlane, namespace: string, title: string): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await server.request({ method: "GET", path: `${pathOf(namespace, "v1")}/${objectName(title)}` });
  return body["metadata"] as Readonly<Record<string, unknown>>;
}

/** What the rule sees, as TypeScript: the objects as the server has them. */
async function seenInput(server: ControlPlane, question: Question, response: ApiResponse): Promise<Input> {
  const { title, request, namespace, groups } = question;
  const { request: review } = inputOf(request, title);
  const stored = await server.request({
    method: "GET",
    path: `${pathOf(namespace, request.version ?? "v1")}/${objectName(title)}`,
  });
  const home = await server.request({ method: "GET", path: `/api/v1/namespaces/${namespace}` });
  const userInfo = {
    ...review.userInfo,
    groups: [...groupsOf(request), ...groups, "system:authenticated"],
  };
  const { uid } = (stored.body["metadata"] ?? {}) as Readonly<Record<string, unknown>>;
  const input = {
    request: {
      ...review,
      namespace,
      userInfo,
      options: optionsOf(request, String(uid)),
      ...("oldObject" in review ? { oldObject: stored.body } : {}),
      ...("object" in review ? { object: response.body } : {}),
    },
    namespaceObject: home.body,
  };
  return { ...input, authorizer: authorizerFor(request, input) };
}

function groupsOf({ groups = [], permissions }: Request): readonly string[] {
  return permissions === undefined ? [...groups, "system:masters"] : groups;
}

interface PolicyDocument {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown[]>;
}

function documentsIn({ yaml }: CompiledCase): readonly PolicyDocument[] {
  const documents = parseAllDocuments(yaml).map((document) => document.toJS() as PolicyDocument | null);
  return documents.filter((document) => document !== null);
}

function collectionOf({ kind }: PolicyDocument): string {
  const plural = kind === "ValidatingAdmissionPolicy" ? "validatingadmissionpolicies" : "validatingadmissionpolicybindings";
  return `/apis/admissionregistration.k8s.io/v1/${plural}`;
}

/** Throws where the server refuses it. */
export async function applyPolicy(server: ControlPlane, one: CompiledCase, users: string): Promise<void> {
  for (const document of documentsIn(one)) {
    if (document.kind === "ValidatingAdmissionPolicy") limitTo(users, document.spec);
    else document.spec["validationActions"] = ["Warn"];
    const response = await server.request({ method: "POST", path: collectionOf(document), body: document });
    if (response.status !== 201)
      throw new Error(`${one.name}: the server refused the policy: ${String(response.body["message"])}\n${one.yaml}`);
  }
}

/** A server asks every policy that matches, so that those that have answered should go. */
export async function removePolicy(server: ControlPlane, one: CompiledCase): Promise<void> {
  for (const document of documentsIn(one))
    await server.request({ method: "DELETE", path: `${collectionOf(document)}/${document.metadata.name}` });
}

function limitTo(users: string, spec: Record<string, unknown[]>): void {
  spec["matchConditions"] = [
    ...(spec["matchConditions"] ?? []),
    { name: "batch", expression: `'${users}' in request.userInfo.groups` },
  ];
  spec["validations"] = [
    ...(spec["validations"] ?? []),
    { expression: `!('${canary}' in request.userInfo.groups)`, message: canaryText },
  ];
}

async function waitForAll(batch: readonly CompiledCase[], ask: () => Promise<ApiResponse>): Promise<void> {
  await waitUntil("all policies of the batch are in force", async () => {
    const { warnings } = await ask();
    return batch.every(({ name }) => textsOf(warnings, name).includes(canaryText));
  });
}

/** A denial would show the first of them, a warning shows all. */
function saidBy({ warnings }: ApiResponse, name: string, { action }: Family): string | undefined {
  const [first, ...others] = textsOf(warnings, name);
  return first === undefined || action === undefined ? first : [first, ...others].join(" AND ");
}

/** What a policy says; that of an update rule is named `<policy>-update`. */
function textsOf(warnings: readonly string[], name: string): readonly string[] {
  const opening = new RegExp(`^Validation failed for ValidatingAdmissionPolicy '${name}(?:-[a-z-]+)?' with binding '[^']*': `);
  return warnings.flatMap((warning) => (opening.test(warning) ? [warning.replace(opening, "")] : []));
}

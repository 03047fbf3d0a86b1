import type { Input } from "../../compiler/evaluate/request.ts";
import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import type { CompiledCase } from "./case-files.ts";
import { grant } from "./grant.ts";
import type { Family, Request } from "./language-case.ts";
import { applyPolicy, canary, removePolicy, saidBy, waitForAll } from "./policies-in-force.ts";
import { seenInput, send, store } from "./send-request.ts";
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

/**
 * Asks all rules of a family about all its requests, with dry runs: under a Warn binding the server answers for every
 * policy. Each batch of policies concerns only requests of a group of users of its own. The server takes what is new
 * once a second, so the whole family goes into force at once, and goes when it has answered.
 */
export async function askServer(
  server: ControlPlane,
  { prefix, family, compiled }: Questions,
): Promise<ReadonlyMap<string, readonly Answer[]>> {
  const places = await storeAll(server, { prefix, family });
  const answers = new Map<string, readonly Answer[]>();
  const batches = batchesOf(compiled).map((of, at) => ({ family, places, users: `${prefix}-${at}`, compiled: of }));
  for (const batch of batches) await putInForce(server, batch);
  await untilCompiled(server, prefix);
  for (const batch of batches) for (const [name, said] of await askBatch(server, batch)) answers.set(name, said);
  await Promise.all(compiled.map((one) => removePolicy(server, one)));
  return answers;
}

function batchesOf(compiled: readonly CompiledCase[]): readonly (readonly CompiledCase[])[] {
  const count = Math.ceil(compiled.length / batchSize);
  return Array.from({ length: count }, (_, at) => compiled.slice(at * batchSize, (at + 1) * batchSize));
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

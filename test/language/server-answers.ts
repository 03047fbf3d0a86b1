import type { Input } from "../../compiler/api/admission-review.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import type { CompiledCase } from "./case-files.ts";
import { grant } from "./grant.ts";
import type { Family } from "./language-case.ts";
import { applyPolicy, canary, removePolicy, saidBy, waitForAll } from "./policies-in-force.ts";
import { type Place, type Attempt, makeHome, namespaceOf, seenInput, send, store } from "./send-request.ts";
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

export interface Asked {
  readonly prefix: string;
  readonly family: Family;
  readonly compiled: readonly CompiledCase[];
}

/** So many that their warnings together stay below the 4 KiB after which the server cuts them. */
export const batchSize = 8;

/**
 * Asks all rules of some families about all requests of their own, with dry runs: under a Warn binding the server
 * answers for every policy. Each batch of policies concerns only requests of a group of users of its own. The server
 * takes what is new once a second, so the families go into force at once, and go when they have answered. By the names
 * of the policies.
 */
export async function askServer(
  server: ControlPlane,
  families: readonly Asked[],
): Promise<ReadonlyMap<string, readonly Answer[]>> {
  const batches: Batch[] = [];
  for (const asked of families) batches.push(...batchesOf(asked, await storeAll(server, asked)));
  for (const batch of batches) await putInForce(server, batch);
  await untilCompiled(server, families[0]?.prefix ?? "");
  const answers = new Map<string, readonly Answer[]>();
  for (const batch of batches) for (const [name, said] of await askBatch(server, batch)) answers.set(name, said);
  await Promise.all(batches.flatMap(({ compiled }) => compiled.map((one) => removePolicy(server, one))));
  return answers;
}

function batchesOf({ prefix, family, compiled }: Asked, places: Batch["places"]): readonly Batch[] {
  const count = Math.ceil(compiled.length / batchSize);
  return Array.from({ length: count }, (_, at) => ({
    family,
    places,
    users: `${prefix}-${at}`,
    compiled: compiled.slice(at * batchSize, (at + 1) * batchSize),
  }));
}

/** Stores what the requests are about, as the server then has it; most of a family's share a Namespace. */
export async function storeAll(
  server: ControlPlane,
  { prefix, family }: Omit<Asked, "compiled">,
): Promise<ReadonlyMap<string, Place>> {
  const [places, homes] = [new Map<string, Place>(), new Map<string, Place["home"]>()];
  for (const [title, request] of Object.entries(family.requests)) {
    const namespace = namespaceOf(prefix, title, request);
    const home = homes.get(namespace) ?? (await makeHome(server, namespace, request));
    homes.set(namespace, home);
    places.set(title, { namespace, home, stored: await store(server, { title, request, namespace }) });
  }
  for (const [title, request] of Object.entries(family.requests))
    await grant(server, { prefix, title, request, namespace: places.get(title)?.namespace ?? "" });
  return places;
}

/** Policies that concern the requests of one group of users only. */
export interface Batch {
  readonly family: Family;
  readonly compiled: readonly CompiledCase[];
  readonly users: string;
  readonly places: ReadonlyMap<string, Place>;
}

export async function putInForce(server: ControlPlane, { compiled, users }: Batch): Promise<void> {
  for (const one of compiled) await applyPolicy(server, one, users);
}

export async function askBatch(server: ControlPlane, batch: Batch): Promise<ReadonlyMap<string, readonly Answer[]>> {
  const { family, compiled, users } = batch;
  const answers = new Map<string, Answer[]>(compiled.map(({ name }) => [name, []]));
  const [first = ""] = Object.keys(family.requests);
  await waitForAll(compiled, () => send(server, attemptOf(batch, first, [users, canary])));
  for (const title of Object.keys(family.requests)) {
    const attempt = attemptOf(batch, title, [users]);
    const response = await send(server, attempt);
    if (response.status >= 300) throw new Error(`${title}: ${response.text.slice(0, 500)}`);
    const input = seenInput(attempt, response);
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

function attemptOf({ family, places }: Batch, title: string, groups: readonly string[]): Attempt {
  const [request, place] = [family.requests[title], places.get(title)];
  if (request === undefined || place === undefined) throw new Error(`no request ${title}`);
  return { title, request, place, groups };
}

import { readFileSync } from "node:fs";

import type { ApiResponse } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { asReal } from "./acts.ts";
import { type Case, comparedPolicies } from "./cases.ts";
import { askers, readObjects } from "./cluster.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";
import type { Answer } from "./answer.ts";

export type Send = (one: Case, isReal: boolean) => Promise<ApiResponse>;

const warningPrefix = "Validation failed for ValidatingAdmissionPolicy ";
const failures = "validation.policy.admission.k8s.io/validation_failure";
const policyNames = new Set(comparedPolicies.map(({ name }) => name));

/** Reads what the requests are about, so that they are the same whenever they are sent. */
export async function prepareRequests(server: ControlPlane, namespaces: readonly string[]): Promise<Send> {
  const objects = new Map(await inParallel(namespaces, async (each) => [each, await readObjects(server, each)] as const));
  return ({ act, namespace, group }, isReal) => {
    const request = act.request(namespace, (stored) => {
      const read = objects.get(namespace)?.get(stored);
      if (read === undefined) throw new Error(`${act.title}: not in ${namespace}`);
      return read;
    });
    return server.request({
      ...(isReal ? asReal(request) : request),
      as: act.as ?? "alice",
      groups: [...(act.groups ?? []), askers, group],
    });
  };
}

/** The answers of the server, in the order of the cases. What changes objects is asked when all else is answered. */
export async function askServer(server: ControlPlane, cases: readonly Case[], send: Send): Promise<readonly Answer[]> {
  const dry = cases.filter(({ act }) => act.isReal !== true);
  const real = cases.filter(({ act }) => act.isReal === true);
  const responses = new Map<Case, ApiResponse>();
  const ask = async (one: Case, isReal: boolean): Promise<void> => void responses.set(one, await send(one, isReal));
  await inParallel(dry, (one) => ask(one, false));
  await inParallel(real, (one) => ask(one, true));
  const annotations = await readAnnotations(server, cases);
  return cases.map((one) => answerOf(responses.get(one), annotations.get(one.group) ?? {}));
}

function answerOf(response: ApiResponse | undefined, auditAnnotations: Readonly<Record<string, string>>): Answer {
  if (response === undefined) throw new Error("not asked");
  const { status: code, body, warnings } = response;
  const status = code < 300 ? null : { code, reason: String(body["reason"]), message: String(body["message"]) };
  return { status, warnings: warnings.filter((text) => text.startsWith(warningPrefix)), auditAnnotations };
}

interface AuditEvent {
  readonly impersonatedUser?: { readonly groups?: readonly string[] };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What policies wrote to the audit log, by the group of the case. Previous requests have fewer annotations. */
async function readAnnotations(
  server: ControlPlane,
  cases: readonly Case[],
): Promise<ReadonlyMap<string, Readonly<Record<string, string>>>> {
  let found: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map();
  await waitUntil("every request is audited", async () => {
    const events = readFileSync(server.auditLog, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as AuditEvent);
    const asked = events.flatMap(({ impersonatedUser, annotations = {} }) => {
      const group = impersonatedUser?.groups?.find((each) => each.startsWith("case-"));
      return group === undefined ? [] : [[group, ofPolicies(annotations)] as const];
    });
    found = new Map(asked);
    // Each was sent twice: once to be recorded.
    return asked.length === 2 * cases.length;
  });
  return found;
}

function ofPolicies(annotations: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const isOfPolicy = (key: string) => key === failures || policyNames.has(key.slice(0, key.indexOf("/")));
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => isOfPolicy(key)));
}

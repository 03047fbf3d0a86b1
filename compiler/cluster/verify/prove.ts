import { metadataOf } from "../../api/json.ts";
import { CelCompileError, NotEvaluatedHere } from "../../simulator/admission/index.ts";
import { type ApiAnswer, ClusterError } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { objectPath } from "../../../runtime-fallback/kubernetes/resource.ts";
import { type DeleteCandidate, candidates, whyNotEvaluated } from "./candidates.ts";
import { type DenyingPolicy, denyingPolicy } from "./denying-policy.ts";
import type { Endpoint } from "./endpoint/endpoint.ts";
import type { VerifyFinding } from "./finding.ts";
import { Obstacles } from "./obstacles.ts";
import { protectedKinds, unservedKinds } from "./protected-kinds.ts";
import type { WantedPolicy } from "./wanted-policy.ts";
import { resourceName } from "../../api/resource.ts";

/** Where twenty objects are denied by something else first, the next one will be, too. */
const maxAttempts = 20;

type Outcome = Pick<VerifyFinding, "state" | "why">;

/**
 * Whether an API server goes by a policy that is stored as it was compiled: it has to deny the
 * delete of something that exists.
 */
export async function prove(wanted: WantedPolicy, endpoint: Endpoint): Promise<VerifyFinding> {
  return { policy: wanted.name, ...(await outcomeOf(wanted, endpoint)) };
}

async function outcomeOf(wanted: WantedPolicy, endpoint: Endpoint): Promise<Outcome> {
  const unserved = await unservedKinds(wanted.policy, endpoint.discovery);
  if (unserved !== undefined) return notServed(`: ${unserved.kinds.join(", ")}`, unserved.unknown);
  const denying = readDenying(wanted, endpoint.kube);
  if (denying === undefined) return { state: "compared", why: "as in the files; it denies no deletes, so no dry run proves it" };
  if (typeof denying === "string") return { state: "not provable here", why: denying };
  const { kinds, unknown } = await protectedKinds(denying, endpoint.discovery);
  if (kinds.length === 0) return notServed("", unknown);
  const obstacles = new Obstacles(denying.labelSelector);
  for (const why of unknown) obstacles.add(why);
  let attempts = 0;
  let proof: Outcome | undefined;
  const isProven = (): boolean => proof !== undefined;
  for await (const candidate of candidates(denying, kinds, { endpoint, obstacles, isProven })) {
    // Among those that are left some may be open whose time is over.
    if (proof !== undefined) continue;
    const outcome = await attempt(candidate, denying, endpoint);
    if (typeof outcome === "object") {
      if (outcome.state !== "proven") return outcome;
      proof = outcome;
    } else {
      obstacles.add(outcome);
      attempts += 1;
      if (attempts === maxAttempts) break;
    }
  }
  if (proof !== undefined) return { ...proof, why: obstacles.withOpen(proof.why) };
  return { state: "not provable here", why: obstacles.describe(endpoint.asker.username) };
}

/**
 * Stored, and never evaluated: misspelled, not installed yet, or of a version that no longer exists. Only a
 * server that says so is believed.
 */
function notServed(which: string, unknown: readonly string[]): Outcome {
  if (unknown.length > 0) return { state: "not checked", why: `cannot be checked: ${unknown.join("; ")}` };
  return { state: "not served", why: `the API server serves none of its kinds${which}; it protects nothing here` };
}

function readDenying(wanted: WantedPolicy, kube: string): DenyingPolicy | string | undefined {
  try {
    return denyingPolicy(wanted, kube);
  } catch (error) {
    if (error instanceof NotEvaluatedHere) return whyNotEvaluated(error);
    if (error instanceof TypeError || error instanceof CelCompileError) return `it cannot be read: ${error.message}`;
    throw error;
  }
}

/** A text is an obstacle: another object may have more to tell. */
async function attempt(candidate: DeleteCandidate, denying: DenyingPolicy, endpoint: Endpoint): Promise<Outcome | string> {
  const { resource, object, preconditions, doubt } = candidate;
  const { name = "", namespace = "" } = object.metadata;
  const { group, resource: plural } = resource;
  const shown = `${resourceName({ group, resource: plural })} ${namespace === "" ? name : `${namespace}/${name}`}`;
  if (!(await endpoint.rights.may("delete", { group, resource: plural, namespace, name })))
    return `${endpoint.asker.username} may not delete ${shown}, so admission is not asked`;
  const path = objectPath(resource, { name, ...(namespace !== "" && { namespace }) });
  const answer = await endpoint.client.tryDelete(path, preconditions);
  if (answer.status >= 300) return denial(answer, denying, shown);
  await requireUntouched(path, preconditions.uid, endpoint);
  if (doubt !== undefined) return `the delete of ${shown} would go through, and whether the policy denies it is ${doubt}`;
  return {
    state: "not enforced",
    why: `the delete of ${shown} would go through: the server does not go by the policy, or not yet`,
  };
}

function denial({ status, body }: ApiAnswer, { name, bindings }: DenyingPolicy, shown: string): Outcome | string {
  const message = String(body["message"]);
  if (status === 409 || status === 404) return `${shown} changed while it was looked at`;
  const isOurs = bindings.some((one) =>
    message.includes(`ValidatingAdmissionPolicy '${name}' with binding '${one.name}' denied request: `),
  );
  if (isOurs && status === 403) return { state: "proven", why: `the delete of ${shown} is denied` };
  return isOurs ? `it fails on ${shown}: ${message}` : `the delete of ${shown} is denied by something else first: ${message}`;
}

/** A server that does not keep to a dry run must not be asked a second time. */
async function requireUntouched(path: string, uid: string, { client }: Endpoint): Promise<void> {
  const { status, body } = await client.get(path);
  const metadata = metadataOf(body);
  const isChanged = metadata["uid"] !== uid || metadata["deletionTimestamp"] !== undefined;
  if (status !== 404 && !(status === 200 && isChanged)) return;
  throw new ClusterError(
    `${path} is being deleted, or gone, just after its delete was tried in a dry run`,
    "nothing more is tried there; the audit log tells who deleted it",
  );
}

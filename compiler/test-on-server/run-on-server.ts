import { randomBytes } from "node:crypto";
import type { TestedPolicy } from "../simulator/testing/tested-policy.ts";
import { ClusterError, type RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { CreatedObjects } from "./created-objects.ts";
import { ServedApis } from "../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import { Canary, installPolicies, requireNoPolicies } from "./installed-policies.ts";
import { putReview } from "./put-review.ts";
import { grant, type Right, missingOf, rightOf, rightTo, waitFor } from "./rights.ts";
import { NotStaged, type ServerOutcome, type ServerReview, type StagedReview } from "./server-review.ts";
import { stageReview } from "./stage-review.ts";

export interface ServerRun {
  readonly client: RequestServer;
  /** All that go into force. */
  readonly policies: readonly TestedPolicy[];
  readonly reviews: readonly ServerReview[];
  readonly report: (progress: string) => void;
  /** True once somebody wants the run to end: what was made is removed anyway. */
  readonly isCancelled: () => boolean;
}

export interface ServerRunResult {
  /** For each review, in their order. */
  readonly outcomes: readonly ServerOutcome[];
  /** Paths of what this run made and could not remove. */
  readonly left: readonly string[];
}

/**
 * Asks a real API server what the tests asked. First everything is made that the reviews are about, then the policies
 * of the YAML are put into force, then each request is sent as a dry run by the user of the test. In the end everything
 * is removed that was made, and nothing else.
 */
export async function runOnServer(run: ServerRun): Promise<ServerRunResult> {
  const { client, policies, report } = run;
  await requireNoPolicies(filesOf(policies), client);
  const created = new CreatedObjects(client);
  let outcomes: readonly ServerOutcome[] = [];
  let left: readonly string[] = [];
  try {
    outcomes = await askAll(run, created);
  } finally {
    report("removing what was made");
    left = await created.remove();
    for (const path of left) report(`could not be removed: ${path}`);
  }
  return { outcomes, left };
}

/** Several policies may stand in one file. */
function filesOf(policies: readonly TestedPolicy[]): readonly string[] {
  return [...new Set(policies.map(({ compiled }) => compiled.yaml))];
}

async function askAll(run: ServerRun, created: CreatedObjects): Promise<readonly ServerOutcome[]> {
  const { client, policies, report } = run;
  const name = `holdfast-test-${randomBytes(3).toString("hex")}`;
  report(`making what ${run.reviews.length} reviews are about`);
  const staged = await stageAll(run, { created, name });
  report("putting the policies into force");
  const files = filesOf(policies);
  // A policy that asks who may do what has to find just what the test says.
  const isExact = policies.some(({ asksAuthorizer }) => asksAuthorizer);
  if (!isExact) await grant(sharedRights(staged.filter(isStaged)), name, created, client);
  await installPolicies(files, new Canary(name, client, created), created);
  report("asking");
  const outcomes: ServerOutcome[] = [];
  for (const [at, one] of staged.entries()) {
    requireWanted(run);
    const put = (review: StagedReview): Promise<ServerOutcome> => putReview(review, policies, client);
    if (!isStaged(one)) outcomes.push(one);
    else if (isExact) outcomes.push(await askWithRights(one, put, { created, client, name: `${name}-${at}` }));
    else outcomes.push(await put(one));
  }
  return outcomes;
}

function isStaged(one: StagedReview | ServerOutcome): one is StagedReview {
  return "send" in one;
}

/** One after the other: names are found free, and then taken. */
async function stageAll(
  run: ServerRun,
  { created, name }: { readonly created: CreatedObjects; readonly name: string },
): Promise<readonly (StagedReview | ServerOutcome)[]> {
  const { client } = run;
  const discovery = new ServedApis(client);
  const staged: (StagedReview | ServerOutcome)[] = [];
  for (const [at, review] of run.reviews.entries()) {
    requireWanted(run);
    const suffix = `-${name.slice(-6)}-${at}`;
    try {
      staged.push(await stageReview(review, { client, created, suffix }, discovery));
    } catch (error) {
      if (!(error instanceof NotStaged)) throw error;
      staged.push(error.outcome);
    }
  }
  return staged;
}

function requireWanted({ isCancelled }: ServerRun): void {
  if (isCancelled()) throw new ClusterError("the run was cancelled", "what it had made is removed");
}

/** Everyone who sends a request may send such requests; where no policy asks for rights, more of them do no harm. */
function sharedRights(staged: readonly StagedReview[]): readonly Right[] {
  const rights = staged.map((one) => rightTo(verbOf(one), one.resource, userOf(one), one.asked.subresource));
  return [...new Map(rights.map((right) => [JSON.stringify(right), right])).values()];
}

interface Context {
  readonly created: CreatedObjects;
  readonly client: RequestServer;
  /** Of the roles of this review. */
  readonly name: string;
}

/** Asks while the user has the rights that the test gives, and no others from this run. */
async function askWithRights(
  staged: StagedReview,
  put: (staged: StagedReview) => Promise<ServerOutcome>,
  { created, client, name }: Context,
): Promise<ServerOutcome> {
  const user = userOf(staged);
  const { namespace, resource, asked } = staged;
  const permissions = asked.permissions ?? [];
  const strange = permissions.find((one) => one.namespace !== undefined && one.namespace !== namespace);
  if (strange !== undefined) return { kind: "not-asked", reason: `it gives a right in another Namespace: ${strange.namespace}` };
  const own = { ...rightTo(verbOf(staged), resource, user, asked.subresource), namespace, name: nameOf(staged) };
  const rights = [own, ...permissions.map((permission) => rightOf(permission, user))];
  const missing = await missingOf(rights, client);
  const before = created.count;
  await grant(missing, name, created, client);
  const outcome = await put(staged);
  await created.remove(before);
  await waitFor(missing, false, client);
  return outcome;
}

function userOf({ asked }: StagedReview): string {
  return asked.as ?? "alice";
}

/** RBAC cannot name what is created, or deleted with others. */
function nameOf({ asked: { operation, object } }: StagedReview): string | undefined {
  return operation === "delete" || operation === "update" ? object.metadata?.name : undefined;
}

function verbOf({ asked }: StagedReview): string {
  return asked.operation === "deleteCollection" ? "deletecollection" : asked.operation;
}

import { randomBytes } from "node:crypto";
import type { TestedPolicy } from "../simulator/testing/tested-policy.ts";
import type { RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { askWithRights, sharedRights } from "./ask-with-rights.ts";
import { ClusterError } from "../../runtime-fallback/kubernetes/cluster-error.ts";
import { CreatedObjects } from "./created-objects.ts";
import { ServedApis } from "../../runtime-fallback/kubernetes/discovery/served-apis.ts";
import { Canary, installPolicies, requireNoPolicies } from "./installed-policies.ts";
import { putReview } from "./put-review.ts";
import { grant } from "./rights.ts";
import { NotStaged, type ServerOutcome, type ServerReview, type StagedReview } from "./server-review.ts";
import { stageReview } from "./stage-review.ts";

export interface ServerRun {
  readonly client: RequestServer;
  /** All that go into force. */
  readonly policies: readonly TestedPolicy[];
  readonly reviews: readonly ServerReview[];
  readonly report: (progress: string) => void;
  /** True once somebody wants the run to end: what was made is removed all the same. */
  readonly isCancelled: () => boolean;
}

export interface ServerRunResult {
  /** For each review, in their order. */
  readonly outcomes: readonly ServerOutcome[];
  /** Paths of what this run made and could not remove. */
  readonly left: readonly string[];
}

/**
 * Asks a real API server what the tests asked. First everything is made that the
 * reviews are about, then the policies of the YAML are put into force, then each request is sent as a dry run by the user
 * of the test. In the end everything is removed that was made, and nothing else.
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

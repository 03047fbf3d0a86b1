import { openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import { runOnServer } from "../../test-on-server/run-on-server.ts";
import type { ServerOutcome } from "../../test-on-server/server-review.ts";
import type { CaseResult } from "../../simulator/reports/case-result.ts";
import { type CompiledForTests, TestedPolicy } from "../../simulator/testing/tested-policy.ts";
import type { Terminal } from "../output/terminal.ts";
import type { ServerFlags } from "./test-command.ts";

interface Context {
  readonly compiled: readonly CompiledForTests[];
  readonly server: ServerFlags;
  readonly terminal: Terminal;
}

export interface ServerResults {
  readonly results: readonly CaseResult[];
  /** What the run made and could not remove. */
  readonly left: readonly string[];
}

/** Puts every review of the cases to a real API server, too; a case whose answer differs there is a finding. */
export async function testOnServer(
  results: readonly CaseResult[],
  { compiled, server, terminal }: Context,
): Promise<ServerResults> {
  const { kubeconfig, context } = server;
  const client = (await openContext({ kubeconfig, context, named: terminal.kubeconfig })).open();
  const cancellation = listenForInterrupt(terminal);
  try {
    terminal.report(`asking ${client.url}, which has to be a throwaway cluster: the policies go into force there for a while`);
    const { outcomes, left } = await runOnServer({
      client,
      policies: compiled.map((one) => new TestedPolicy(one)),
      reviews: results.flatMap(({ reviews }) => reviews),
      report: (progress) => terminal.report(`  ${progress}`),
      isCancelled: cancellation.isCancelled,
    });
    return { results: withOutcomes(results, outcomes), left };
  } finally {
    cancellation.end();
    await client.close();
  }
}

/** Nobody leaves policies behind in a cluster by pressing ^C. */
function listenForInterrupt(terminal: Terminal) {
  let cancelled = false;
  const listener = (): void => {
    cancelled = true;
    terminal.report("  ending: what was made is removed first");
  };
  process.on("SIGINT", listener);
  process.on("SIGTERM", listener);
  const end = (): void => {
    process.off("SIGINT", listener);
    process.off("SIGTERM", listener);
  };
  return { isCancelled: () => cancelled, end };
}

function withOutcomes(results: readonly CaseResult[], outcomes: readonly ServerOutcome[]): readonly CaseResult[] {
  let at = 0;
  return results.map((result) => {
    const own = outcomes.slice(at, (at += result.reviews.length));
    const lines = own.flatMap((outcome) => (outcome.kind === "different" ? outcome.lines : []));
    const [reason] = own.flatMap((outcome) => (outcome.kind === "not-asked" ? [outcome.reason] : []));
    const asked = reason === undefined ? result : { ...result, notAsked: reason };
    if (lines.length === 0) return asked;
    return { ...asked, status: result.status === "passed" ? "differs" : result.status, details: [...result.details, ...lines] };
  });
}

import { connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import { sleep, systemClock } from "../../../runtime-fallback/clock.ts";
import { createLeaderElection, NoLongerLeader, leaderOnly } from "../../../runtime-fallback/controller/leader-election.ts";

/**
 * A candidate as a process of its own, to be paused and killed: `node leader-process.ts <kubeconfig> <identity>`. While
 * it leads it writes without a rest; a line of output for everything it does. It stops on SIGTERM.
 */
const [kubeconfig = "", identity = ""] = process.argv.slice(2);
const api = await connect({ kubeconfig });
const tell = (event: string): void => void process.stdout.write(`${Date.now()} ${event}\n`);

const election = createLeaderElection({
  api,
  lease: { namespace: "default", name: "holdfast-controller" },
  identity,
  clock: systemClock,
  random: Math.random,
  log: (level, message) => tell(`${level} ${message}`),
  timing: { leaseDurationMs: 5_000, renewDeadlineMs: 3_500, retryPeriodMs: 300 },
});
const writer = leaderOnly(api, () => election.isLeader());
const path = "/api/v1/namespaces/default/configmaps/written";

async function work(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await writer.request({ method: "GET", path });
    try {
      await writer.request({ method: "PUT", path, body: { metadata: { name: "written" }, data: { by: identity } } });
      tell("wrote");
    } catch (error) {
      if (!(error instanceof NoLongerLeader)) throw error;
      tell("denied itself");
    }
    await sleep(systemClock, 5, signal);
  }
}

const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());
await election.run(work, stop.signal);
tell("ended");
await api.close();

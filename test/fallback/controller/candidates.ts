import type { ApiRequest, RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { sleep } from "../../../runtime-fallback/clock.ts";
import { createLeaderElection, type LeaderElection } from "../../../runtime-fallback/controller/leader-election.ts";
import type { ObjectStore } from "../object-store.ts";
import type { Machine, MachineOptions, VirtualTime } from "../virtual-time.ts";

export const leaseName = { namespace: "holdfast", name: "controller" };
export const leasePath = "/apis/coordination.k8s.io/v1/namespaces/holdfast/leases/controller";

/** How a candidate reaches the API server. A test may change it at any time. */
export interface Network {
  /** Each way, in milliseconds; asked for each message. */
  latency: () => number;
  /** What happens to a request: it is answered, never arrives, or arrives and the answer is lost. */
  fate: () => "answered" | "lost" | "answer lost";
}

export interface RunningCandidate {
  readonly machine: Machine;
  readonly network: Network;
  readonly api: RequestServer;
  readonly election: LeaderElection;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  /** The signals given to its work, one for each time in office. */
  readonly terms: readonly AbortSignal[];
  readonly lines: readonly string[];
}

export interface CandidateOptions extends MachineOptions {
  readonly identity: string;
  /** Until it is aborted, when nothing is told. */
  readonly work?: (signal: AbortSignal) => Promise<void>;
}

/** A candidate on a machine of its own, running. */
export function startCandidate(time: VirtualTime, store: ObjectStore, options: CandidateOptions): RunningCandidate {
  const machine = time.machine(options);
  const network: Network = { latency: () => 5, fate: () => "answered" };
  const api = overNetwork(time, store.api, { machine, network });
  const [terms, lines, stop]: [AbortSignal[], string[], AbortController] = [[], [], new AbortController()];
  const election = createLeaderElection({
    api,
    lease: leaseName,
    identity: options.identity,
    clock: machine.clock,
    random: () => 0.5,
    log: (level, message, fields) => void lines.push(`${level} ${message} ${JSON.stringify(fields)}`),
  });
  const { work = untilAborted } = options;
  const ended = election.run((signal) => {
    terms.push(signal);
    return work(signal);
  }, stop.signal);
  return { machine, network, api, election, stop, ended, terms, lines };
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

const forEverMs = 10 ** 9;

function overNetwork(
  time: VirtualTime,
  api: RequestServer,
  { machine, network }: { machine: Machine; network: Network },
): RequestServer {
  const send = async (request: ApiRequest) => {
    const fate = network.fate();
    await time.sleep(fate === "lost" ? forEverMs : network.latency());
    const answer = await api.request(request);
    await time.sleep(fate === "answer lost" ? forEverMs : network.latency());
    return answer;
  };
  return {
    ...api,
    request: async (request) => {
      const { timeoutMs = forEverMs } = request;
      const given = await Promise.race([send(request), sleep(machine.clock, timeoutMs).then(() => undefined)]);
      await machine.running();
      if (given === undefined) throw new Error("no answer in time");
      return given;
    },
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createLeaderElection } from "../../../runtime-fallback/controller/leader-election.ts";
import { sleep, systemClock } from "../../../runtime-fallback/clock.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { controllerRightsOf } from "../../install/installed/compiled-rights.ts";
import { created } from "../../control-plane/requests.ts";
import { asUser, grant } from "../on-server.ts";

interface Line {
  readonly at: number;
  readonly event: string;
}

interface Candidate {
  readonly process: ChildProcess;
  readonly lines: readonly Line[];
}

const program = fileURLToPath(new URL("leader-process.ts", import.meta.url));
const started: ChildProcess[] = [];

function start(server: ControlPlane, identity: string): Candidate {
  const child = spawn(process.execPath, [program, server.kubeconfig, identity], { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  const lines: Line[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [at = "", ...event] = line.split(" ");
    lines.push({ at: Number(at), event: event.join(" ") });
  });
  return { process: child, lines };
}

const wroteOf = ({ lines }: Candidate): readonly number[] => lines.filter(({ event }) => event === "wrote").map(({ at }) => at);
const leads = (candidate: Candidate, times = 1): Promise<void> =>
  waitUntil(`somebody leads and writes`, () =>
    Promise.resolve(
      candidate.lines.filter(({ event }) => event === "info leads").length >= times && wroteOf(candidate).length > 0,
    ),
  );

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

describeWithServer("leader election on a real API server", {}, (server) => {
  beforeAll(() => created(server(), "/api/v1/namespaces/default/configmaps", { metadata: { name: "written" } }));

  test("a leader that is killed is followed, and one that is paused writes nothing when it comes back", async () => {
    const one = start(server(), "one");
    await leads(one);
    const two = start(server(), "two");
    one.process.kill("SIGSTOP");
    const pausedAt = Date.now();
    await leads(two);
    const tookOverAt = wroteOf(two)[0] ?? 0;
    // Five seconds after its last renewal, which was some tries before the pause at most; and a try of the other.
    expect(tookOverAt - pausedAt).toBeGreaterThan(1_500);
    expect(tookOverAt - pausedAt).toBeLessThan(20_000);
    const resumedAt = Date.now();
    one.process.kill("SIGCONT");
    await waitUntil("it has noticed", () => Promise.resolve(one.lines.some(({ event }) => event === "warn lost the Lease")));
    two.process.kill("SIGKILL");
    const killedAt = Date.now();
    const wroteAgain = (): readonly number[] => wroteOf(one).filter((at) => at > killedAt);
    await waitUntil("it leads again", () => Promise.resolve(wroteAgain().length > 0));
    expect(wroteAgain()[0]).toBeGreaterThan(wroteOf(two).at(-1) ?? Infinity);
    // What was under way when it was paused was sent before, and is told after it came back.
    expect(wroteOf(one).filter((at) => at >= resumedAt && at <= killedAt).length).toBeLessThanOrEqual(1);
  });

  test("a leader that is stopped is followed at once", async () => {
    const one = start(server(), "three");
    await leads(one);
    const two = start(server(), "four");
    await waitUntil("both run", async () => {
      const { status } = await server().request({ method: "GET", path: "/readyz" });
      return status === 200 && wroteOf(one).length > 20;
    });
    one.process.kill("SIGTERM");
    await waitUntil("it has ended", () => Promise.resolve(one.lines.at(-1)?.event === "ended"));
    const endedAt = one.lines.at(-1)?.at ?? 0;
    const { body } = await server().request({
      method: "GET",
      path: "/apis/coordination.k8s.io/v1/namespaces/default/leases/holdfast-controller",
    });
    await leads(two);
    expect(["", undefined, "four"]).toContain((body["spec"] as { readonly holderIdentity?: string }).holderIdentity);
    expect(wroteOf(two)[0]).toBeGreaterThan(wroteOf(one).at(-1) ?? Infinity);
    expect((wroteOf(two)[0] ?? Infinity) - endedAt).toBeLessThan(10_000);
  });

  test("needs the rights to its own Lease and no other", async () => {
    const namespace = "holdfast-system";
    await created(server(), "/api/v1/namespaces", { metadata: { name: namespace } });
    await grant(server(), { user: "candidate", namespace, permissions: controllerRightsOf() });
    const lease = { namespace, name: "holdfast-controller" };
    const asked: string[] = [];
    const api = asUser(server(), "candidate", ({ method }) => void asked.push(method));
    const stop = new AbortController();
    const lines: string[] = [];
    const election = createLeaderElection({
      api,
      lease,
      identity: "candidate",
      clock: systemClock,
      random: Math.random,
      log: (_level, message) => void lines.push(message),
      timing: { leaseDurationMs: 3_000, renewDeadlineMs: 2_000, retryPeriodMs: 50 },
    });
    const running = election.run(async (signal) => {
      await sleep(systemClock, 300, signal);
      expect(election.isLeader()).toBe(true);
    }, stop.signal);
    await running;
    expect(lines).toEqual(["leads", "leads no longer"]);
    expect(new Set(asked)).toEqual(new Set(["GET", "POST", "PUT"]));
    const other = await api.request({ method: "GET", path: `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/other` });
    expect(other.status).toBe(403);
  });
});

import { describe, expect, test } from "vitest";
import type { RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { keepRunning } from "../../../runtime-fallback/processes/keep-running.ts";
import { controllerReadiness } from "../../../runtime-fallback/processes/controller.ts";
import { createManualClock } from "../manual-clock.ts";

const lease = {
  method: "GET",
  path: "/apis/coordination.k8s.io/v1/namespaces/holdfast-system/leases/holdfast-controller",
} as const;

function answering(status: number): RequestServer {
  const answer = { status, body: {}, retryAfterSeconds: undefined };
  return { url: "https://api", request: () => Promise.resolve(answer), close: () => Promise.resolve() };
}

const ready = { isReady: true, reasons: [] };
const silent = (since: string) => ({ isReady: false, reasons: [`the API server has not answered about the Lease ${since}`] });

describe("the controller is ready", () => {
  test("once the API server has answered about the Lease, and until it has not for 30 s", async () => {
    const clock = createManualClock();
    const readiness = controllerReadiness(clock);
    expect(readiness.now()).toEqual(silent("yet"));
    await readiness.heard(answering(200)).request(lease);
    expect(readiness.now()).toEqual(ready);
    clock.advance(30_000);
    expect(readiness.now()).toEqual(ready);
    clock.advance(1);
    expect(readiness.now()).toEqual(silent("for 30 s"));
  });

  test.each([404, 409])("also where it answers %i: no replica has it yet, or another one", async (status) => {
    const readiness = controllerReadiness(createManualClock());
    await readiness.heard(answering(status)).request(lease);
    expect(readiness.now()).toEqual(ready);
  });

  test.each([401, 403, 500, 503])("but not where it answers %i", async (status) => {
    const readiness = controllerReadiness(createManualClock());
    await readiness.heard(answering(status)).request(lease);
    expect(readiness.now()).toEqual(silent("yet"));
  });

  test("and not while a part of its work fails over and over, nor while it waits for a list", async () => {
    const clock = createManualClock();
    const readiness = controllerReadiness(clock);
    await readiness.heard(answering(200)).request(lease);
    const stop = new AbortController();
    const part = { name: "usages", run: () => Promise.reject(new Error("no\u202E definitions")) };
    const running = keepRunning(part, { clock, log: () => undefined, failed: readiness.failed }, stop.signal);
    await Promise.resolve();
    await Promise.resolve();
    expect(readiness.now().reasons).toEqual([expect.stringMatching(/^usages: cannot go on: no[^\u202E]* definitions$/)]);
    stop.abort();
    await running;
    clock.advance(15_000);
    expect(readiness.now()).toEqual(ready);
    readiness.waitsFor(() => ["usages: the Usages have not been listed yet"]);
    expect(readiness.now().reasons).toEqual(["usages: the Usages have not been listed yet"]);
  });
});

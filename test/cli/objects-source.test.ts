import { expect, test } from "vitest";
import type { RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { progressOf } from "../../compiler/cli/objects/objects-source.ts";
import { atRate } from "../../compiler/cluster/plan/plan-source.ts";

test("who watches is told how far it is after a second, and then every three", () => {
  let [now, said] = [0, [] as string[]];
  const progress = progressOf({ report: (text) => void said.push(text), showsProgress: true }, () => now);
  const at = (milliseconds: number, kinds: number): void => {
    now = milliseconds;
    progress({ kinds, ofKinds: 4, objects: kinds * 10 });
  };
  at(900, 1);
  expect(said).toEqual([]);
  at(1_100, 2);
  at(3_000, 3);
  expect(said).toEqual(["reading the cluster: 2 of 4 kinds, 20 objects"]);
  at(4_200, 3);
  at(9_000, 4);
  expect(said).toHaveLength(2);
  said = [];
  progressOf({ report: (text) => void said.push(text), showsProgress: false }, () => 1e9)({ kinds: 1, ofKinds: 2, objects: 1 });
  expect(said).toEqual([]);
});

test("requests keep to the rate: some at once, then one after the other", async () => {
  let now = 0;
  const sentAt: number[] = [];
  const server: RequestServer = {
    url: "https://example.com",
    request: async () => {
      sentAt.push(now);
      return { status: 200, body: {}, retryAfterSeconds: undefined };
    },
    close: async () => undefined,
  };
  const wait = async (milliseconds: number): Promise<void> => void (now += milliseconds);
  const limited = atRate(server, { qps: 2, now: () => now, wait });
  for (let at = 0; at < 20; at += 1) await limited.request({ method: "GET", path: "/" });
  expect(sentAt.filter((at) => at === 0)).toHaveLength(12);
  expect(sentAt.at(-1)).toBe(4_000);
});

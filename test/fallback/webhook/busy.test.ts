import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Server, ask, reviewOf } from "./ask.ts";
import { nextMessage } from "./next-message.ts";

let server: Server & { readonly healthPort: number };
const child = fork(fileURLToPath(new URL("busy-process.ts", import.meta.url)), [], { execArgv: process.execArgv });

beforeAll(async () => {
  const { port, healthPort, certificate } = await nextMessage<{ port: number; healthPort: number; certificate: string }>(child);
  server = { port, healthPort, authority: { certificate } };
}, 60_000);

afterAll(() => void child.kill("SIGKILL"));

test("while a review keeps the thread, health is answered by another one, and readiness as it was last", async () => {
  const health = async (path: string) => (await fetch(`http://127.0.0.1:${server.healthPort}${path}`)).text();
  expect(await health("/readyz")).toBe("ok\n");
  const busy = nextMessage(child);
  let isAnswered = false;
  const review = ask(server, { path: "/busy?timeout=30s", body: JSON.stringify(reviewOf({ name: "4000" })) });
  void review.then(() => (isAnswered = true));
  await busy;
  // Twenty probes, one after the other: all of them within the one review.
  const answers = new Set<string>();
  for (const _ of Array.from({ length: 20 })) answers.add(await health("/healthz"));
  answers.add(await health("/readyz"));
  expect([[...answers], isAnswered]).toEqual([["ok\n"], false]);
  expect((await review).response).toMatchObject({ allowed: true });
});

import { Agent } from "node:https";
import { expect, test } from "vitest";
import { type Deadline } from "../../../runtime-fallback/webhook/deadline.ts";
import { type Route, allowed } from "../../../runtime-fallback/webhook/decision.ts";
import { type Answered, ask, openConnection, untilClosed } from "./ask.ts";
import { type Served, allowing, serve } from "./serve.ts";

async function readyz(served: Served): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${served.healthPort}/readyz`);
  return `${response.status} ${await response.text()}`;
}

/**
 * What an API server does behind a Service: it keeps connections, honours `Connection: close`, opens new ones to an
 * endpoint that it believes ready, and learns late what is ready.
 */
async function balanced(replicas: readonly Served[], learnsAfterMs: number, until: () => boolean) {
  const answers: Answered[] = [];
  const failures: unknown[] = [];
  let endpoints = [...replicas];
  const learn = setInterval(() => {
    void Promise.all(replicas.map((replica) => readyz(replica).catch(() => "gone"))).then((states) => {
      const ready = replicas.filter((_, index) => states[index]?.startsWith("200"));
      setTimeout(() => (endpoints = ready), learnsAfterMs);
    });
  }, 20);
  const client = async (index: number): Promise<void> => {
    let turn = index;
    let [agent, replica] = [new Agent({ keepAlive: true, maxSockets: 1 }), replicas[0]];
    while (!until() && replica !== undefined) {
      const chosen: Served = replica;
      await ask(chosen, { agent }).then(
        (answer) => answers.push(answer),
        (error: unknown) => failures.push(error),
      );
      if (Object.keys(agent.freeSockets).length > 0) continue;
      agent.destroy();
      turn += 1;
      [agent, replica] = [new Agent({ keepAlive: true, maxSockets: 1 }), endpoints[turn % endpoints.length]];
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: 8 }, (_, index) => client(index)));
  clearInterval(learn);
  return { answers, failures };
}

test("a replica that goes under load loses no review", async () => {
  const [leaving, staying] = [await serve({ drainDelayMs: 600 }), await serve()];
  let isOver = false;
  const load = balanced([leaving, staying], 200, () => isOver);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const drained = leaving.drain();
  expect(await readyz(leaving)).toBe("503 not ready: shutting down\n");
  await drained;
  await new Promise((resolve) => setTimeout(resolve, 200));
  isOver = true;
  const { answers, failures } = await load;
  const last = answers.filter(({ headers }) => headers["connection"] === "close").length;
  console.log(
    `drain under load: ${answers.length} reviews, ${last} of them the last of their connection, ${failures.length} failed`,
  );
  expect(failures).toEqual([]);
  expect(answers.every(({ response }) => response?.["allowed"] === true)).toBe(true);
  expect(last).toBeGreaterThan(0);
  await staying.drain();
});

test("reviews that come while endpoints are still learning are answered, each as the last of its connection", async () => {
  const served = await serve({ drainDelayMs: 500 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await ask(served, { agent })).headers["connection"]).toBe("keep-alive");
  const drained = served.drain();
  expect(served.drain()).toBe(drained);
  const during = await ask(served, { agent });
  expect(during.response).toMatchObject({ allowed: true });
  expect(during.headers["connection"]).toBe("close");
  expect((await ask(served)).response).toMatchObject({ allowed: true });
  await drained;
  await expect(ask(served)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await expect(readyz(served)).rejects.toThrow("fetch failed");
});

test("reviews at work are answered before the end, and those without end are ended at their deadline", async () => {
  let decide = (): void => undefined;
  const deadlines: Deadline[] = [];
  const waiting: Route = {
    path: "/wait",
    rule: "waiting",
    decide: (_, { deadline }) => {
      deadlines.push(deadline);
      return new Promise((resolve) => {
        decide = () => resolve(allowed());
      });
    },
  };
  const stuck: Route = { path: "/stuck", rule: "stuck", decide: () => new Promise(() => undefined) };
  const served = await serve({ routes: [allowing, waiting, stuck], drainDelayMs: 50 });
  const answer = ask(served, { path: "/wait?timeout=30s" });
  const late = ask(served, { path: "/stuck?timeout=2s" });
  await expect.poll(() => deadlines.length).toBe(1);
  const drained = served.drain();
  await expect.poll(() => ask(served).catch(({ code }: NodeJS.ErrnoException) => code)).toBe("ECONNREFUSED");
  expect(await readyz(served)).toContain("503");
  expect((await late).status).toBe(504);
  decide();
  expect((await answer).response).toMatchObject({ allowed: true });
  await drained;
});

test("connections without a review do not hold up the end", async () => {
  const served = await serve();
  const used = new Agent({ keepAlive: true });
  await ask(served, { agent: used });
  const unused = untilClosed(await openConnection(served));
  const half = await openConnection(served);
  const halfClosed = untilClosed(half);
  half.write("POST /allow HTTP/1.1\r\n");
  const started = performance.now();
  await served.drain();
  await Promise.all([unused, halfClosed]);
  expect(performance.now() - started).toBeLessThan(5000);
  used.destroy();
});

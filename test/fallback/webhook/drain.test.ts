import { Agent } from "node:https";
import { expect, test } from "vitest";
import { type AnswerDeadline } from "../../../runtime-fallback/webhook/deadline.ts";
import { type Route, allowed } from "../../../runtime-fallback/webhook/decision.ts";
import { createManualClock } from "../manual-clock.ts";
import { type Answered, ask, openConnection, untilClosed } from "./ask.ts";
import { type Served, allowing, serve, everything } from "./serve.ts";

async function readyz(served: Served): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${served.healthPort}/readyz`);
  return `${response.status} ${await response.text()}`;
}

/** Few, so that new connections come to the replica that goes until nobody believes it ready. */
const reviewsPerConnection = 4;

/**
 * What API servers do behind a Service: they keep connections, honour `Connection: close`, and open new ones to what
 * they believe ready. Whoever chose a replica while it was one of `endpoints` has to be answered by it.
 */
function balanced(replicas: readonly [Served, ...Served[]]) {
  const answers: Answered[] = [];
  const failures: unknown[] = [];
  let endpoints = replicas;
  const end = new AbortController();
  const client = async (index: number): Promise<void> => {
    for (let turn = index; !end.signal.aborted; turn += 1) {
      const replica = endpoints[turn % endpoints.length] ?? endpoints[0];
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      let left = reviewsPerConnection;
      do
        await ask(replica, { agent }).then(
          (answer) => answers.push(answer),
          (error: unknown) => failures.push(error),
        );
      while (!end.signal.aborted && --left > 0 && Object.keys(agent.freeSockets).length > 0);
      agent.destroy();
    }
  };
  const running = Promise.all(Array.from({ length: 8 }, (_, index) => client(index)));
  return {
    answers,
    failures,
    learn: (ready: readonly [Served, ...Served[]]) => void (endpoints = ready),
    isAnswered: (more: number) => expect.poll(() => answers.length + failures.length).toBeGreaterThan(more),
    stop: () => {
      end.abort();
      return running;
    },
  };
}

test("a replica that goes under load loses no review", async () => {
  const clock = createManualClock(Date.now());
  const [leaving, staying] = [await serve({ drainDelayMs: 600, clock }), await serve()];
  const { answers, failures, learn, isAnswered, stop } = balanced([leaving, staying]);
  await isAnswered(100);
  const drained = leaving.drain();
  expect(await readyz(leaving)).toBe("503 not ready: shutting down\n");
  await isAnswered(answers.length + 200);
  // No API server has a millisecond more between the last connection that it opens here and the end.
  learn([staying]);
  clock.advance(600);
  await isAnswered(answers.length + 100);
  await stop();
  clock.advance(1000);
  await drained;
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
  const clock = createManualClock(Date.now());
  const served = await serve({ drainDelayMs: 500, clock });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await ask(served, { agent })).headers["connection"]).toBe("keep-alive");
  const drained = served.drain();
  expect(served.drain()).toBe(drained);
  const during = await ask(served, { agent });
  expect(during.response).toMatchObject({ allowed: true });
  expect(during.headers["connection"]).toBe("close");
  clock.advance(499);
  expect((await ask(served)).response).toMatchObject({ allowed: true });
  clock.advance(1);
  await drained;
  await expect(ask(served)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await expect(readyz(served)).rejects.toThrow("fetch failed");
});

test("reviews at work are answered before the end, and those without end are ended at their deadline", async () => {
  let decide = (): void => undefined;
  const deadlines: AnswerDeadline[] = [];
  const waiting: Route = {
    path: "/wait",
    rule: "waiting",
    covers: everything,
    decide: (_, { deadline }) => {
      deadlines.push(deadline);
      return new Promise((resolve) => {
        decide = () => resolve(allowed());
      });
    },
  };
  const stuck: Route = {
    path: "/stuck",
    rule: "stuck",
    covers: everything,
    decide: (_, { deadline }) => new Promise(() => deadlines.push(deadline)),
  };
  const clock = createManualClock(Date.now());
  const served = await serve({ routes: [allowing, waiting, stuck], drainDelayMs: 50, clock });
  const answer = ask(served, { path: "/wait?timeout=30s" });
  const late = ask(served, { path: "/stuck?timeout=2s" });
  await expect.poll(() => deadlines.length).toBe(2);
  const drained = served.drain();
  clock.advance(50);
  await expect.poll(() => ask(served).catch(({ code }: NodeJS.ErrnoException) => code)).toBe("ECONNREFUSED");
  expect(await readyz(served)).toContain("503");
  clock.advance(1750);
  expect((await late).status).toBe(504);
  clock.advance(20_000);
  decide();
  expect((await answer).response).toMatchObject({ allowed: true });
  await drained;
});

test("connections without a review do not hold up the end", async () => {
  const clock = createManualClock(Date.now());
  const served = await serve({ clock });
  const used = new Agent({ keepAlive: true });
  await ask(served, { agent: used });
  const unused = untilClosed(await openConnection(served));
  const half = await openConnection(served);
  const halfClosed = untilClosed(half);
  half.write("POST /allow HTTP/1.1\r\n");
  const drained = served.drain();
  clock.advance(0);
  await expect.poll(() => clock.pending()).toEqual([1000]);
  clock.advance(1000);
  await Promise.all([unused, halfClosed, drained]);
  used.destroy();
});

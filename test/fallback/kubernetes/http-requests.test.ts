import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { ApiRejected, ApiUnreachable } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { askingTwice } from "../../../runtime-fallback/kubernetes/ask-twice.ts";
import {
  cachedCredentials,
  type CredentialSource,
  fixedCredentials,
} from "../../../runtime-fallback/kubernetes/access/credentials.ts";
import { openHttpApiServer } from "../../../runtime-fallback/kubernetes/http/http-api-server.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { collect } from "../collect.ts";
import { answerJson, answerUnknownPath, openHttpServer } from "../http-server.ts";
import { createManualClock } from "../manual-clock.ts";

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const nobody = fixedCredentials({ headers: {}, tls: {} });

async function open(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  credentials: CredentialSource = nobody,
) {
  const clock = createManualClock();
  const http = await openHttpServer(answer);
  cleanups.push(() => http.close());
  const server = openHttpApiServer({ url: `${http.url}/prefix/`, credentials, clock });
  cleanups.push(() => server.close());
  return { clock, http, server };
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => expect.fail(`no failure, but ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

describe("a request", () => {
  test.each<readonly [string, (response: ServerResponse) => void, number, string, number | undefined]>([
    ["a Status", (response) => answerJson(response, 409, { message: "in use" }), 409, "in use", undefined],
    ["plain text", answerUnknownPath, 404, "404 page not found", undefined],
    [
      "a Status after early hints, as a proxy on the way may send them",
      (response) => (
        response.writeEarlyHints({ link: "</style.css>; rel=preload" }),
        answerJson(response, 409, { message: "x" })
      ),
      409,
      "x",
      undefined,
    ],
    ["Retry-After", (response) => answerJson(response, 429, { message: "later" }, { "retry-after": "7" }), 429, "later", 7],
    [
      "a date to retry after, which no API server gives",
      (response) => answerJson(response, 503, { message: "" }, { "retry-after": "Mon, 1 Jan 2035 00:00:00 GMT" }),
      503,
      "",
      undefined,
    ],
    [
      "hostile text",
      (response) => (response.writeHead(502), response.end(`\u001b]8;;x\u0007\n${"y".repeat(9999)}`)),
      502,
      `\\u{1b}]8;;x\\u{7}\\u{a}${"y".repeat(232)}...`,
      undefined,
    ],
  ])("that is denied with %s is answered", async (_, answer, status, message, retryAfterSeconds) => {
    const { server } = await open((__, response) => answer(response));
    expect(await server.request({ method: "GET", path: "/" })).toMatchObject({ status, body: { message }, retryAfterSeconds });
  });

  test.each<readonly [string, (response: ServerResponse) => void, string]>([
    ["text", (response) => response.end("ok\u0000"), 'status 200 and no JSON object: "ok\\\\u{0}"'],
    ["a list", (response) => response.end("[]"), 'status 200 and no JSON object: "[]"'],
    ["null", (response) => response.end("null"), "no JSON object"],
    ["nesting without end", (response) => response.end('{"a":['.repeat(300_000)), "no JSON object"],
    [
      "half of it",
      (response) => (response.writeHead(200, { "content-length": "99" }), response.write('{"a":'), response.socket?.end()),
      "does not answer",
    ],
    ["another place", (response) => (response.writeHead(302, { location: "/login" }), response.end("moved")), "status 302"],
    ["a reset", (response) => response.socket?.resetAndDestroy(), "does not answer"],
    ["no HTTP", (response) => response.socket?.end("SSH-2.0-x\r\n\r\n"), "does not answer"],
  ])("that is answered with %s has no answer", async (_, answer, message) => {
    const { server } = await open((__, response) => answer(response));
    const error = await failure(server.request({ method: "GET", path: "/" }));
    expect(error).toBeInstanceOf(ApiUnreachable);
    expect((error as ApiUnreachable).message).toMatch(new RegExp(message.replaceAll(/[{}[\]]/g, String.raw`\$&`)));
    expect((error as ApiUnreachable).help).toContain("look whether");
  });

  test("that nobody listens to has no answer", async () => {
    const { server, http } = await open(() => {});
    await http.close();
    cleanups.shift();
    expect(await failure(server.request({ method: "GET", path: "/" }))).toMatchObject({ name: "ApiUnreachable", isLate: false });
    cleanups.unshift(async () => {});
  });

  test("of more than 64 MiB is not read to its end", async () => {
    const mebibyte = "x".repeat(1024 * 1024);
    const { server } = await open((_, response) => {
      for (let count = 0; count < 80; count++) response.write(mebibyte);
    });
    expect(await failure(server.request({ method: "GET", path: "/" }))).toMatchObject({
      message: expect.stringContaining("the answer is longer than 67108864 bytes"),
    });
  });

  test.each<readonly [string, (response: ServerResponse) => void]>([
    ["nothing comes", () => {}],
    ["it stops in the middle", (response) => response.write('{"a":')],
  ])("ends at its deadline where %s", async (_, answer) => {
    let asked = 0;
    const { server, clock } = await open((__, response) => ((asked += 1), answer(response)));
    const failed = failure(server.request({ method: "GET", path: "/", timeoutMs: 2000 }));
    await waitUntil("it is asked", async () => asked === 1);
    clock.advance(1999);
    clock.advance(1);
    expect(await failed).toMatchObject({ isLate: true, message: expect.stringContaining("no answer within 2 s") });
  });

  test("ends when its signal says so, before it began, too", async () => {
    let asked = 0;
    const { server, clock } = await open(() => (asked += 1));
    const stopping = new AbortController();
    const failed = failure(server.request({ method: "GET", path: "/", signal: stopping.signal }));
    await waitUntil("it is asked", async () => asked === 1);
    stopping.abort();
    expect(await failed).toMatchObject({ name: "ApiUnreachable", isLate: false });
    expect(await failure(server.request({ method: "GET", path: "/", signal: stopping.signal }))).toBeInstanceOf(ApiUnreachable);
    expect(clock.pending()).toEqual([]);
  });

  test("that got no answer takes the other idle connections with it", async () => {
    const waiting: ServerResponse[] = [];
    let isSilent = false;
    const { server, http, clock } = await open((_, response) => {
      if (!isSilent) waiting.push(response);
    });
    const requests = [1, 2, 3].map(() => server.request({ method: "GET", path: "/" }));
    await waitUntil("there are three connections", async () => waiting.length === 3);
    for (const response of waiting) answerJson(response, 200, {});
    await Promise.all(requests);
    isSilent = true;
    const failed = failure(server.request({ method: "GET", path: "/", timeoutMs: 1000 }));
    await waitUntil("it waits", async () => clock.pending().length === 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    clock.advance(1000);
    await failed;
    await waitUntil("all are closed", async () => http.sockets.size === 0);
  });

  /** As many connections as there may be, so that what comes next has to take one of them. */
  async function openAll(onKept: (request: IncomingMessage) => void) {
    const kept = new Set<Socket>();
    const waiting: ServerResponse[] = [];
    const asked: string[] = [];
    let isFull = true;
    const opened = await open((request, response) => {
      if (!isFull) return void waiting.push(response);
      asked.push(`${request.method} on ${kept.has(request.socket) ? "an old" : "a new"} one`);
      if (kept.has(request.socket)) onKept(request);
      else answerJson(response, 200, { kind: "X" });
    });
    const keep = async () => {
      isFull = false;
      const before = Array.from({ length: 16 }, () => opened.server.request({ method: "GET", path: "/" }));
      await waitUntil("all connections are open", async () => waiting.length === 16);
      isFull = true;
      for (const response of waiting.splice(0)) answerJson(response, 200, {});
      await Promise.all(before);
      for (const socket of opened.http.sockets) kept.add(socket);
    };
    return { ...opened, keep, kept, asked, reads: askingTwice(opened.server) };
  }

  test("of a review is asked again after 3 s, on a new connection, within the time of the review (W9)", async () => {
    // Where a load balancer sent them, nobody is any more.
    const { http, clock, reads, keep, kept, asked } = await openAll(() => {});
    await keep();
    const read = reads.request({ method: "GET", path: "/", signal: new AbortController().signal });
    await waitUntil("it waits", async () => asked.length === 1);
    clock.advance(3_000);
    expect(await read).toMatchObject({ status: 200 });
    expect(asked).toEqual(["GET on an old one", "GET on a new one"]);
    await waitUntil("the old connections are closed", async () => [...http.sockets].every((socket) => !kept.has(socket)));
    expect(clock.pending()).toEqual([]);
  });

  test.each<readonly [string, (socket: Socket) => void]>([
    ["closes", (socket) => socket.end()],
    ["resets", (socket) => socket.resetAndDestroy()],
  ])("of a review is asked again at once where the other side %s what it kept alive (W9)", async (_, end) => {
    const { server, reads, keep, asked } = await openAll(({ socket }) => end(socket));
    await keep();
    expect(await reads.request({ method: "GET", path: "/api/v1/pods" })).toMatchObject({ status: 200 });
    await keep();
    const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    expect(await reads.request({ method: "POST", path })).toMatchObject({ status: 200 });
    for (const [method, its] of [
      ["PATCH", reads],
      ["GET", server],
    ] as const) {
      await keep();
      expect(await failure(its.request({ method, path: "/" }))).toMatchObject({ isClosed: true, isLate: false });
    }
    const tries = [
      ["GET", "old"],
      ["GET", "new"],
      ["POST", "old"],
      ["POST", "new"],
      ["PATCH", "old"],
      ["GET", "old"],
    ];
    expect(asked).toEqual(tries.map(([method, age]) => `${method} on ${age === "old" ? "an old" : "a new"} one`));
  });

  test("of a review ends with it, also when it is asked again", async () => {
    let asked = 0;
    const { server, clock } = await open(() => (asked += 1));
    const review = new AbortController();
    const failed = failure(askingTwice(server).request({ method: "GET", path: "/", signal: review.signal }));
    await waitUntil("it is asked", async () => asked === 1);
    clock.advance(3_000);
    await waitUntil("it is asked again", async () => asked === 2);
    review.abort();
    expect(await failed).toMatchObject({ name: "ApiUnreachable", isLate: false });
    expect(asked).toBe(2);
  });

  test("never waits behind watches, nor for more than 16 connections", async () => {
    const waiting: ServerResponse[] = [];
    const { server, http } = await open((request, response) => {
      if (request.url?.includes("watch")) return response.flushHeaders();
      waiting.push(response);
    });
    const stopping = new AbortController();
    const watches = Array.from({ length: 20 }, async () => {
      for await (const _ of server.watch({ path: "/x?watch", signal: stopping.signal, idleMs: 1000 }));
    });
    await waitUntil("all watches are open", async () => http.sockets.size === 20);
    let answered = 0;
    const requests = Array.from({ length: 40 }, () => server.request({ method: "GET", path: "/" }).then(() => (answered += 1)));
    await waitUntil("as many as may are asked", async () => waiting.length === 16);
    expect(http.sockets.size).toBe(36);
    await waitUntil("all are answered", async () => {
      for (const response of waiting.splice(0)) answerJson(response, 200, {});
      return answered === 40;
    });
    stopping.abort();
    await Promise.all([...requests, ...watches]);
  });
});

describe("credentials", () => {
  const valid = { headers: { authorization: "Bearer new" }, tls: {} };
  const answerTo = (request: IncomingMessage, response: ServerResponse) =>
    answerJson(response, request.headers.authorization === "Bearer new" ? 200 : 401, { message: "who are you?" });

  function source(tokens: readonly string[]) {
    const read: string[] = [];
    const next = async () => {
      const token = tokens[Math.min(read.length, tokens.length - 1)] ?? "";
      read.push(token);
      return { headers: { authorization: `Bearer ${token}` }, tls: {} };
    };
    return { read, reader: { read: next, readAnew: next } };
  }

  test("that are denied are read anew, once for all who were denied", async () => {
    const { read, reader } = source(["old", "new"]);
    const { server } = await open(answerTo, cachedCredentials(reader, createManualClock()));
    const answers = await Promise.all([1, 2, 3].map(() => server.request({ method: "DELETE", path: "/" })));
    expect([answers.map(({ status }) => status), read]).toEqual([
      [200, 200, 200],
      ["old", "new"],
    ]);
  });

  test("that are denied twice are denied", async () => {
    const { read, reader } = source(["old", "older"]);
    const { server } = await open(answerTo, cachedCredentials(reader, createManualClock()));
    expect((await server.request({ method: "GET", path: "/" })).status).toBe(401);
    expect(read).toEqual(["old", "older"]);
    const watch = server.watch({ path: "/", signal: new AbortController().signal, idleMs: 1000 });
    expect(await failure(collect(watch))).toBeInstanceOf(ApiRejected);
  });

  test("are looked at each minute, and a look that failed is not kept", async () => {
    const clock = createManualClock();
    const looks = [async () => Promise.reject(new Error("no such file")), async () => valid, async () => valid];
    let count = 0;
    const read = () => (looks[count++] ?? looks[0])?.() as Promise<typeof valid>;
    const held = cachedCredentials({ read, readAnew: read }, clock);
    await expect(held.current()).rejects.toThrow("no such file");
    await held.current();
    clock.advance(59_999);
    await held.current();
    expect(count).toBe(2);
    clock.advance(1);
    await held.current();
    expect(count).toBe(3);
  });

  test("that never come end with the deadline", async () => {
    const never = () => new Promise<typeof valid>(() => {});
    const { server, clock } = await open(answerTo, { current: never, renew: never });
    const failed = failure(server.request({ method: "GET", path: "/", timeoutMs: 500 }));
    clock.advance(500);
    expect(await failed).toMatchObject({ isLate: true });
  });
});

test("a watch that nobody wants any more leaves no connection behind", async () => {
  const { server, http } = await open((_, response) => {
    response.write('{"type":"BOOKMARK","object":{}}\n\n{"type":"BOOKMARK","object":{}}\n');
  });
  for await (const { type } of server.watch({ path: "/", signal: new AbortController().signal, idleMs: 1000 })) {
    expect(type).toBe("BOOKMARK");
    break;
  }
  await waitUntil("it is closed", async () => http.sockets.size === 0);
});

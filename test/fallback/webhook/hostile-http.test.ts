import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, exchange, httpOf, openConnection, reviewOf, untilClosed } from "./ask.ts";
import { type Served, serve } from "./serve.ts";
import { slowed } from "./slowed.ts";

const review = JSON.stringify(reviewOf());
const head = "POST /allow HTTP/1.1\r\nHost: webhook\r\nContent-Type: application/json\r\n";
const h2Preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004\u0000\u0000\u0000\u0000\u0000";

/** One that waits for slow clients, since a busy machine makes any client slow, and one that does not. */
let served: Served;
let hasty: Served;
beforeAll(async () => {
  const patient = slowed(30);
  // Some answers leave their connection to its client, which waits here for the end of it.
  served = await serve({ ...patient, limits: { ...patient.limits, keepAliveMs: 1000 } });
  hasty = await serve({ limits: { headersMs: 100, requestMs: 30_000, bodyMs: 100, checkMs: 50, keepAliveMs: 600_000 } });
});
afterAll(() => Promise.all([served.drain(), hasty.drain()]));

/** What was counted under this word. */
const counted = (why: string, by = served): Promise<number> =>
  by.metric(`holdfast_webhook_rejected_requests_total{why="${why}"}`);

/** In TLS, after the handshake. What is answered with a number says why; nothing of it is ever allowed. */
describe("what is no call of an API server", () => {
  test.each<[string, string | Buffer, number, string]>([
    ["garbage", "\u0000\u0001\u0002garbage\r\n\r\n", 400, "bad-http"],
    ["random bytes", Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)), 400, "bad-http"],
    ["the preface of HTTP/2", h2Preface, 400, "bad-http"],
    ["an end of line alone, then garbage", "\r\n\r\n\r\n!!!\r\n\r\n", 400, "bad-http"],
    ["a TLS handshake within TLS", Buffer.from([22, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3]), 400, "bad-http"],
    ["a request line without a version", "POST /allow\r\n\r\n", 505, "http-version"],
    [
      "HTTP/1.0",
      `POST /allow HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: ${review.length}\r\n\r\n${review}`,
      505,
      "http-version",
    ],
    ["HTTP/0.9", "GET /allow\r\n", 408, "too-slow"],
    ["HTTP/3.0", "POST /allow HTTP/3.0\r\nHost: x\r\n\r\n", 400, "bad-http"],
    ["no Host", "POST /allow HTTP/1.1\r\nContent-Length: 0\r\n\r\n", 400, "none"],
    ["two lengths", `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, 400, "bad-http"],
    ["a length and chunks", `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400, "bad-http"],
    ["chunks under two names", `${head}Transfer-Encoding: identity, chunked, identity\r\n\r\n0\r\n\r\n`, 400, "bad-http"],
    ["chunks, said with a control character", `${head}Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n`, 400, "bad-http"],
    ["a negative length", `${head}Content-Length: -1\r\n\r\n`, 400, "bad-http"],
    ["a length with a sign", `${head}Content-Length: +5\r\n\r\nhello`, 400, "bad-http"],
    ["a length in hexadecimal", `${head}Content-Length: 0x10\r\n\r\n`, 400, "bad-http"],
    ["a length beyond 64 bits", `${head}Content-Length: 99999999999999999999\r\n\r\n`, 400, "bad-http"],
    ["a chunk size that is no number", `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 411, "no-length"],
    ["a chunk size beyond 64 bits", `${head}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n`, 411, "no-length"],
    ["a header without a name", `${head}: x\r\n\r\n`, 400, "bad-http"],
    ["a space before the colon", `${head}Content-Length : 5\r\n\r\nhello`, 400, "bad-http"],
    ["a folded header", `${head}X: a\r\n b\r\nContent-Length: 0\r\n\r\n`, 400, "bad-http"],
    ["a NUL in a header", `${head}X: a\u0000b\r\n\r\n`, 400, "bad-http"],
    ["a bare carriage return", `${head}X: a\rContent-Length: 5\r\n\r\nhello`, 400, "bad-http"],
    ["headers of 20 KiB", `${head}X: ${"a".repeat(20_000)}\r\n\r\n`, 431, "headers-too-large"],
    ["a path of 20 KiB", `POST /${"a".repeat(20_000)} HTTP/1.1\r\n`, 431, "headers-too-large"],
    ["a tunnel", "CONNECT 10.0.0.1:443 HTTP/1.1\r\nHost: x\r\n\r\n", 0, "none"],
    ["an unknown method", `BREW /allow HTTP/1.1\r\nHost: x\r\n\r\n`, 400, "bad-http"],
    ["GET", "GET /allow HTTP/1.1\r\nHost: x\r\n\r\n", 405, "wrong-method"],
    ["PUT", httpOf(review).toString().replace("POST", "PUT"), 405, "wrong-method"],
    ["a whole URL", httpOf(review, [], "https://other/allow"), 404, "unknown-path"],
    ["a path with a slash more", httpOf(review, [], "/allow/"), 404, "unknown-path"],
    ["a path with dots", httpOf(review, [], "/x/../allow"), 404, "unknown-path"],
    ["an escaped path", httpOf(review, [], "/%61llow"), 404, "unknown-path"],
    ["another case", httpOf(review, [], "/ALLOW"), 404, "unknown-path"],
    ["__proto__ as path", httpOf(review, [], "/__proto__"), 404, "unknown-path"],
    ["the paths of health", httpOf(review, [], "/metrics"), 404, "unknown-path"],
    ["an unreadable timeout", httpOf(review, [], "/allow?timeout=ten"), 400, "bad-timeout"],
    ["two timeouts", httpOf(review, [], "/allow?timeout=1s&timeout=30s"), 400, "bad-timeout"],
    [
      "no content type",
      `POST /allow HTTP/1.1\r\nHost: x\r\nContent-Length: ${review.length}\r\n\r\n${review}`,
      415,
      "wrong-content-type",
    ],
    ["another content type", httpOf(review).toString().replace("application/json", "text/plain"), 415, "wrong-content-type"],
    [
      "another character set",
      httpOf(review).toString().replace("application/json", "application/json; charset=utf-16"),
      415,
      "wrong-content-type",
    ],
    ["a compressed body", httpOf(review, ["Content-Encoding: gzip"]), 415, "wrong-content-type"],
    ["a length beyond the limit", `${head}Content-Length: 16777217\r\n\r\n`, 413, "too-large"],
    ["a head that never ends", "POST /allow HTTP/1.1\r\nHost: x\r\nX-A: ", 408, "too-slow"],
    ["a body that never comes", `${head}Content-Length: 100\r\n\r\n{`, 408, "too-slow"],
    ["chunks that never come", `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, 411, "no-length"],
    [
      "chunks that are a review",
      `${head}Transfer-Encoding: chunked\r\n\r\n${review.length.toString(16)}\r\n${review}\r\n0\r\n\r\n`,
      411,
      "no-length",
    ],
    ["an unknown expectation", `${head}Expect: a-miracle\r\nContent-Length: 0\r\n\r\n`, 417, "none"],
  ])("%s", async (_, bytes, status, why) => {
    const by = why === "too-slow" ? hasty : served;
    const before = why === "none" ? 0 : await counted(why, by);
    const received = await exchange(by, bytes);
    expect(received.startsWith(status === 0 ? "" : `HTTP/1.1 ${status} `), received.slice(0, 200)).toBe(true);
    expect(received).not.toContain('"allowed"');
    if (why !== "none") expect(await counted(why, by)).toBe(before + 1);
    expect((await ask(served)).response).toMatchObject({ allowed: true });
  });

  test("a second request before the first is answered ends the connection, and neither is let through twice", async () => {
    const received = await exchange(served, Buffer.concat([httpOf(review), httpOf(review), httpOf(review)]));
    expect(received.split('"allowed"').length - 1).toBeLessThanOrEqual(1);
    expect(await counted("pipelined")).toBeGreaterThan(0);
  });

  test("a request hidden in the body of another is none", async () => {
    const received = await exchange(served, httpOf(httpOf(review)));
    expect(received.startsWith("HTTP/1.1 400 ")).toBe(true);
    expect(received.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  test("an offer to change the protocol is not taken", async () => {
    const received = await exchange(served, httpOf(review, ["Connection: Upgrade, close", "Upgrade: h2c"]));
    expect(received).not.toContain("101 ");
  });

  test("a body cut off in the middle is no review", async () => {
    const before = await counted("gave-up");
    const socket = await openConnection(served);
    const received = untilClosed(socket);
    socket.write(httpOf(review).subarray(0, -20), () => socket.destroy());
    await received;
    await expect.poll(() => counted("gave-up")).toBe(before + 1);
  });

  test("whoever answers nothing to nobody stays up: a reset in each phase", async () => {
    for (const bytes of ["", "POST", head, `${head}Content-Length: 10\r\n\r\n{`]) {
      const below = connect(served.port, "127.0.0.1");
      const socket = await openConnection(served, { socket: below });
      if (bytes !== "") socket.write(bytes);
      below.resetAndDestroy();
    }
    const within = connect(served.port, "127.0.0.1");
    await once(within, "connect");
    within.resetAndDestroy();
    expect((await ask(served)).status).toBe(200);
  });
});

describe("connections that an API server keeps in store", () => {
  test("and has never used are kept as long as used ones, since Go does not send a review again", async () => {
    const socket = await openConnection(hasty);
    const received = untilClosed(socket);
    // Whoever came later, and stopped in the middle of a head, is turned away by now.
    expect(await exchange(hasty, "POST /allow HTTP/1.1\r\n")).toContain("HTTP/1.1 408 ");
    socket.write(httpOf(review, ["Connection: close"]));
    expect(await received).toContain('"allowed":true');
  });

  test("and does not use at all end in the end", async () => {
    const forgetful = await serve({ limits: { headersMs: 50, checkMs: 50, keepAliveMs: 1000 } });
    const opened = performance.now();
    await untilClosed(await openConnection(forgetful));
    expect(performance.now() - opened).toBeGreaterThan(900);
    await forgetful.drain();
  });
});

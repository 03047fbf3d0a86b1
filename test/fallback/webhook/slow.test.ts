import { Agent } from "node:https";
import { type Socket, connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { searchOf } from "../../searches/search-of.ts";
import { ask } from "./ask.ts";
import { describeLoad, steadyReviews } from "./load.ts";
import { type OwnProcess, serveAlone } from "./own-process.ts";
import { type Served, serve } from "./serve.ts";

/** Some hundred are enough to notice. */
const { size: slowSockets } = searchOf("slow-sockets");
const isLinux = process.platform === "linux";

/** Linux has 127.0.0.2 and so on for strangers, each with its share of connections. */
function addressOf(index: number): { localAddress?: string } {
  return isLinux ? { localAddress: `127.0.0.${2 + Math.floor(index / 200)}` } : {};
}

describe.runIf(isLinux)("beside hundreds of slow connections", () => {
  let served: OwnProcess;
  beforeAll(async () => {
    served = await serveAlone();
  });
  afterAll(() => served.stop());

  test(`${slowSockets} that send nothing, half a handshake, half a head or half a body: others are answered`, async () => {
    const calm = steadyReviews(served, { clients: 5, everyMs: 20 });
    await calm.answered(100);
    const before = await calm.stop();
    const sockets = await Promise.all(Array.from({ length: slowSockets }, (_, index) => openSlow(served, index)));
    const good = steadyReviews(served, { clients: 5, everyMs: 20 });
    const drips = setInterval(() => sockets.forEach((socket) => socket.write("a")), 500);
    // Handshake, head and body have 5, 5 and 3 s: then the server hangs up on every one.
    await expect.poll(() => sockets.filter(({ destroyed }) => !destroyed).length, { timeout: 120_000 }).toBe(0);
    await good.answered(100);
    clearInterval(drips);
    const load = await good.stop();
    console.log(`without: ${describeLoad(before)}; beside ${slowSockets} slow connections: ${describeLoad(load)}`);
    expect(load.failures).toEqual([]);
    expect(load.answers.filter(({ response }) => response?.["allowed"] !== true)).toEqual([]);
    expect(served.isUp()).toBe(true);
  });

  async function openSlow(server: OwnProcess, index: number): Promise<Socket> {
    const from = addressOf(index);
    if (index % 4 < 2) {
      const socket = connect({ port: server.port, host: "127.0.0.1", ...from });
      socket.on("error", () => undefined).resume();
      // The start of a TLS record that announces more than comes.
      if (index % 4 === 1) socket.write(Buffer.from([22, 3, 1, 2, 0, 1]));
      return socket;
    }
    const socket = connectTls({ port: server.port, host: "127.0.0.1", ca: server.authority.certificate, ...from });
    const length = index % 4 === 2 ? "" : "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n";
    socket.on("error", () => undefined).resume();
    // The server may hang up before the handshake is over.
    await new Promise((resolve) => socket.once("secureConnect", resolve).once("close", resolve));
    socket.write(`POST /allow HTTP/1.1\r\nHost: x\r\n${length}`);
    return socket;
  }
});

describe.runIf(isLinux)("connections", () => {
  let served: Served;
  beforeEach(async () => {
    served = await serve({ limits: { connections: 20, connectionsPerAddress: 10 } });
  });
  afterEach(() => served.drain());

  const openFrom = (localAddress: string, count: number): readonly Socket[] =>
    Array.from({ length: count }, () => {
      const socket = connect({ port: served.port, host: "127.0.0.1", localAddress });
      return socket.on("error", () => undefined).resume();
    });
  const ended = (sockets: readonly Socket[]): number => sockets.filter(({ destroyed }) => destroyed).length;
  const connections = (): Promise<number> => served.metric("holdfast_webhook_connections");

  test("of one address beyond its share are ended, those of others are taken", async () => {
    const open = openFrom("127.0.0.3", 15);
    await expect.poll(() => ended(open)).toBe(5);
    expect((await ask(served)).response).toMatchObject({ allowed: true });
    expect(await served.metric('holdfast_webhook_rejected_requests_total{why="too-many-connections"}')).toBe(5);
    for (const socket of open) socket.destroy();
    // And its share comes back.
    await expect.poll(connections).toBe(0);
    expect((await ask(served, { localAddress: "127.0.0.3" })).response).toMatchObject({ allowed: true });
  });

  test("that ask nothing make room for those that ask, the oldest first, and those that were answered stay", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(served, { agent })).status).toBe(200);
    const [proven] = Object.values(agent.freeSockets).flat();
    const first = openFrom("127.0.0.4", 10);
    await expect.poll(connections).toBe(11);
    const second = openFrom("127.0.0.5", 9);
    await expect.poll(connections).toBe(20);
    const third = openFrom("127.0.0.6", 4);
    await expect.poll(() => ended(first)).toBe(4);
    expect((await ask(served)).response).toMatchObject({ allowed: true });
    expect([ended(second), ended(third)]).toEqual([0, 0]);
    expect((await ask(served, { agent })).status).toBe(200);
    expect(Object.values(agent.freeSockets).flat()).toEqual([proven]);
    agent.destroy();
    for (const socket of [...first, ...second, ...third]) socket.destroy();
  });
});

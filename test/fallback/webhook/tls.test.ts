import { once } from "node:events";
import { Agent } from "node:https";
import { type Socket, connect as connectTcp } from "node:net";
import { type ConnectionOptions, connect } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createAuthority } from "../../control-plane/certificates.ts";
import { ask, httpOf, openConnection, reviewOf, untilClosed } from "./ask.ts";
import { describeLoad, steadyReviews } from "./load.ts";
import { type Served, serve, serverMaterial } from "./serve.ts";

describe("the handshake", () => {
  let served: Served;
  beforeAll(async () => {
    served = await serve({ limits: { handshakeMs: 300 } });
  });
  afterAll(() => served.drain());

  /** Why a handshake with these options comes to nothing, as the client sees it. */
  async function denialOf(options: ConnectionOptions): Promise<string> {
    return openConnection(served, options).then(
      () => "none",
      (error: NodeJS.ErrnoException) => String(error.code),
    );
  }

  test.each<[string, ConnectionOptions, string]>([
    ["HTTP/2 alone is denied", { ALPNProtocols: ["h2"] }, "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL"],
    [
      "TLS 1.1 is denied",
      { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" },
      "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
    ],
    ["TLS 1.2 is spoken", { maxVersion: "TLSv1.2" }, "none"],
    ["TLS 1.3 is spoken", { minVersion: "TLSv1.3" }, "none"],
    ["HTTP/1.1 beside HTTP/2 is chosen", { ALPNProtocols: ["h2", "http/1.1"] }, "none"],
  ])("%s", async (_, options, denial) => {
    expect(await denialOf(options)).toBe(denial);
    expect((await ask(served)).status).toBe(200);
  });

  test("cannot be begun anew by the client", async () => {
    const socket = await openConnection(served, { maxVersion: "TLSv1.2" });
    const denial = once(socket, "close");
    socket.renegotiate({}, () => undefined);
    await expect(denial).rejects.toMatchObject({ code: "ERR_SSL_NO_RENEGOTIATION" });
    expect((await ask(served)).status).toBe(200);
  });

  test("leaves no session that could be come back to", async () => {
    for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
      const sessions: Buffer[] = [];
      const first = await openConnection(served, { maxVersion });
      first.on("session", (session) => void sessions.push(session));
      const received = untilClosed(first);
      first.write(httpOf(JSON.stringify(reviewOf()), ["Connection: close"]));
      await received;
      for (const session of sessions) {
        const second = await openConnection(served, { maxVersion, session });
        expect(second.isSessionReused()).toBe(false);
        second.destroy();
      }
    }
  });

  test.each<[string, Buffer]>([
    ["plain HTTP", Buffer.from("POST /allow HTTP/1.1\r\nHost: x\r\n\r\n")],
    ["the preface of HTTP/2", Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")],
    ["zeros", Buffer.alloc(10_000)],
    ["a record larger than any", Buffer.from([22, 3, 1, 255, 255, ...Array.from({ length: 70_000 }, () => 1)])],
    ["a hello of garbage", Buffer.from([22, 3, 1, 0, 5, 1, 0, 0, 1, 255])],
    ["an alert", Buffer.from([21, 3, 3, 0, 2, 2, 0])],
    ["SSLv2", Buffer.from([0x80, 0x2e, 1, 0, 2, 0, 0x15, 0, 0, 0, 0x10])],
    ["half a hello", Buffer.from([22, 3, 1, 2, 0, 1])],
    ["nothing", Buffer.alloc(0)],
  ])("%s in its place ends the connection within its time", async (_, bytes) => {
    const socket = connectTcp(served.port, "127.0.0.1");
    socket.on("error", () => undefined).resume();
    socket.write(bytes);
    await closed(socket);
    expect((await ask(served)).response).toMatchObject({ allowed: true });
  });

  test("400 connections of random bytes leave the server as it was", async () => {
    const random = (seed: number) =>
      Buffer.from(Array.from({ length: 300 }, (_, index) => ((seed + 1) * (index + 7) * 2_654_435_761) >>> 24));
    for (let round = 0; round < 8; round += 1) {
      const sockets = Array.from({ length: 50 }, (_, index) => {
        const socket = connectTcp(served.port, "127.0.0.1");
        socket.on("error", () => undefined).resume();
        socket.write(Buffer.concat([Buffer.from(index % 2 === 0 ? [22, 3, 3, 1, 39] : []), random(round * 50 + index)]));
        return socket;
      });
      await Promise.all(sockets.map(closed));
    }
    expect((await ask(served)).response).toMatchObject({ allowed: true });
    expect(await served.metric('holdfast_webhook_rejected_requests_total{why="bad-handshake"}')).toBeGreaterThan(300);
  });
});

describe("a new certificate", () => {
  let served: Served;
  afterEach(() => served.drain());

  async function presented(): Promise<string> {
    const socket = await openConnection(served);
    const { fingerprint256 } = socket.getPeerCertificate();
    const protocol = socket.getProtocol();
    socket.destroy();
    return `${fingerprint256} ${protocol}`;
  }

  test("twenty times under load fails no review and ends no connection", async () => {
    served = await serve();
    // A connection of its own that is idle while certificates change, and goes on afterwards.
    const patient = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await ask(served, { agent: patient })).status).toBe(200);
    const [idle] = Object.values(patient.freeSockets).flat();
    const kept = steadyReviews(served, { clients: 4, everyMs: 2 });
    const fresh = reconnecting(served);
    const seen = new Set([await presented()]);
    for (let turn = 0; turn < 20; turn += 1) {
      served.changeTls(await serverMaterial());
      seen.add(await presented());
      await kept.answered(4);
    }
    const load = await kept.stop();
    const others = await fresh.stop();
    console.log(
      `20 certificates, connections kept: ${describeLoad(load)}; a new connection for each review: ${others.count}, ${others.failures.length} failed`,
    );
    expect(seen.size).toBe(21);
    expect(load.failures).toEqual([]);
    expect(load.answers.every(({ response }) => response?.["allowed"] === true)).toBe(true);
    expect(others.failures).toEqual([]);
    // The very connection from before the first change.
    expect((await ask(served, { agent: patient })).status).toBe(200);
    expect(Object.values(patient.freeSockets).flat()).toEqual([idle]);
    patient.destroy();
  });

  test("that cannot be used changes nothing, is said and counted, and the next good one is taken", async () => {
    served = await serve();
    const other = await serverMaterial();
    const before = await presented();
    const broken = [
      { ...other, privateKey: served.material.privateKey },
      { ...other, certificate: "" },
      { ...other, privateKey: "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----" },
      { ...other, certificate: other.privateKey },
    ];
    for (const material of broken) {
      served.changeTls(material);
      expect(await presented()).toBe(before);
    }
    served.failTls(new Error("ENOENT: tls.crt"));
    expect(await served.metric("holdfast_webhook_certificates_denied_total")).toBe(5);
    const lines = served.log.filter(({ level }) => level === "error");
    expect(lines.map(({ error }) => error)).toEqual([
      "UnusableTls: the private key is not that of the certificate",
      expect.stringContaining("the certificate cannot be used"),
      expect.stringContaining("the private key cannot be used"),
      expect.stringContaining("the certificate cannot be used"),
      "Error: ENOENT: tls.crt",
    ]);
    expect(JSON.stringify(served.log)).not.toContain("PRIVATE");
    served.changeTls(other);
    expect(await presented()).not.toBe(before);
    // The floor of TLS versions is part of each new context, or it would fall with the first rotation.
    const old = connect({
      port: served.port,
      host: "127.0.0.1",
      rejectUnauthorized: false,
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    const [denial] = (await once(old, "error")) as [NodeJS.ErrnoException];
    expect(denial.code).toBe("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION");
  });

  test("says when it expires, and an expired one is not ready", async () => {
    let days = 0;
    const { systemClock } = await import("../../../runtime-fallback/clock.ts");
    served = await serve({ clock: { ...systemClock, now: () => Date.now() + days * 86_400_000 } });
    const expiry = await served.metric("holdfast_webhook_certificate_expiry_timestamp_seconds");
    expect(expiry * 1000).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    const ready = async (): Promise<string> => (await fetch(`http://127.0.0.1:${served.healthPort}/readyz`)).text();
    expect(await ready()).toBe("ok\n");
    days = 366;
    expect(await ready()).toBe("not ready: the serving certificate has expired\n");
    served.changeTls(await serverMaterial());
    expect(await served.metric("holdfast_webhook_certificates_denied_total")).toBe(1);
  });
});

describe("with client certificates", () => {
  let served: Served;
  let clients: Awaited<ReturnType<typeof createAuthority>>;
  beforeAll(async () => {
    clients = await createAuthority("clients");
    served = await serve({ clientNames: ["kube-apiserver"], clientAuthorities: clients.certificate });
  });
  afterAll(() => served.drain());

  const shown = (pair: { certificate: string; privateKey: string }) => ({ cert: pair.certificate, key: pair.privateKey });

  test("the API server is answered", async () => {
    const pair = await clients.issue({ usage: "client", commonName: "kube-apiserver" });
    expect((await ask(served, shown(pair))).response).toMatchObject({ allowed: true });
  });

  test.each([
    ["nobody", async () => ({})],
    ["somebody else", async () => shown(await clients.issue({ usage: "client", commonName: "alice" }))],
    [
      "somebody whose name begins alike",
      async () => shown(await clients.issue({ usage: "client", commonName: "kube-apiserver-2" })),
    ],
    ["a server", async () => shown(await clients.issue({ usage: "server", commonName: "kube-apiserver", dnsNames: ["x"] }))],
    [
      "the same name of another authority",
      async () => shown(await (await createAuthority("clients")).issue({ usage: "client", commonName: "kube-apiserver" })),
    ],
    [
      "the same name of our serving authority",
      async () => shown(await served.authority.issue({ usage: "client", commonName: "kube-apiserver" })),
    ],
  ])("%s is turned away at once, whatever the path", async (_, certificate) => {
    for (const path of ["/allow", "/nowhere"]) {
      const answered = await ask(served, { ...(await certificate()), path });
      expect(answered).toMatchObject({ status: 403, response: undefined });
      expect(answered.text).toBe("a client certificate of the API server is needed here");
    }
  });

  test("a change that brings no authorities is denied: Node would trust everybody's", async () => {
    served.changeTls(await serverMaterial());
    expect(served.log.at(-1)).toMatchObject({ level: "error", error: expect.stringContaining("no client authorities") });
    expect((await ask(served)).status).toBe(403);
  });

  test("a change of authorities shuts out those of the old one", async () => {
    const next = await createAuthority("next clients");
    served.changeTls(await serverMaterial(next.certificate));
    const old = await clients.issue({ usage: "client", commonName: "kube-apiserver" });
    expect((await ask(served, shown(old))).status).toBe(403);
    const current = await next.issue({ usage: "client", commonName: "kube-apiserver" });
    expect((await ask(served, shown(current))).status).toBe(200);
  });

  test("the server does not start without authorities", async () => {
    await expect(serve({ clientNames: ["x"] })).rejects.toMatchObject({
      message: expect.stringContaining("no client authorities to check them with"),
      help: "name their file",
    });
  });
});

/** However it ends. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

/** Reviews one after the other, each over a connection of its own. */
function reconnecting(served: Served) {
  const failures: unknown[] = [];
  let count = 0;
  const end = new AbortController();
  const running = (async () => {
    while (!end.signal.aborted) {
      count += 1;
      await ask(served).catch((error: unknown) => failures.push(error));
    }
  })();
  return {
    stop: async () => {
      end.abort();
      await running;
      return { count, failures };
    },
  };
}
